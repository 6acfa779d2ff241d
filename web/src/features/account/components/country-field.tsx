import { countryNames, findCountry } from '@afterhours/contract/countries';
import { type ComponentProps, useId } from 'react';
import { TextField } from '#ui/fields/text-field.tsx';

type CountryFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'list'> & {
  /** Given the name as the list writes it when the field is left. */
  onChoose: (country: string) => void;
};

/** A country, typed or taken from the list. */
export function CountryField({ onChoose, onBlur, ...field }: CountryFieldProps) {
  const list = useId();
  const leave: CountryFieldProps['onBlur'] = (event) => {
    const country = findCountry(event.target.value);
    if (country === null || country === event.target.value) onBlur?.(event);
    else onChoose(country);
  };
  return (
    <>
      <TextField
        {...field}
        label="Country"
        autoComplete="country-name"
        maxLength={60}
        list={list}
        onBlur={leave}
        required
      />
      <datalist id={list}>
        {countryNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
