import { findCountry } from '@afterhours/contract/account/countries';
import { countryNames } from '@afterhours/contract/account/country-names';
import { type ComponentProps, useId } from 'react';
import { countryName } from '#lib/text/country.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { accountTexts } from '../account-texts.ts';

type CountryFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'list'> & {
  /** Called with the name as spelled in the list when the field loses focus. */
  onChoose: (country: string) => void;
};

/** A country, typed or chosen from a list in the language of the pages; its value is the English name. */
export function CountryField({ onChoose, onBlur, onChange, value, ...field }: CountryFieldProps) {
  const list = useId();
  const change: CountryFieldProps['onChange'] = (event) => {
    const typed = event.target.value;
    const chosen = countryNames.find((name) => name !== typed && countryName(name) === typed);
    if (chosen === undefined) onChange?.(event);
    else onChoose(chosen);
  };
  const leave: CountryFieldProps['onBlur'] = (event) => {
    const country = findCountry(event.target.value);
    if (country === null || country === event.target.value) onBlur?.(event);
    else onChoose(country);
  };
  return (
    <>
      <TextField
        {...field}
        value={typeof value === 'string' ? countryName(value) : value}
        onChange={change}
        label={t(accountTexts.country)}
        autoComplete="country-name"
        maxLength={60}
        list={list}
        onBlur={leave}
        required
      />
      <datalist id={list}>
        {countryNames.map((name) => (
          <option key={name}>{countryName(name)}</option>
        ))}
      </datalist>
    </>
  );
}
