import { countryNames, findCountry } from '@afterhours/contract/account/countries';
import { type ComponentProps, useId } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { accountTexts } from '../account-texts.ts';

type CountryFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'list'> & {
  /** Called with the name as the list writes it when the field is left. */
  onChoose: (country: string) => void;
};

/** A country, typed or chosen from the list. */
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
        label={t(accountTexts.country)}
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
