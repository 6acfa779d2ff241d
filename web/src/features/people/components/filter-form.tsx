import { countryNames } from '@afterhours/contract/account/country-names';
import { defineMessages } from '@afterhours/contract/base/message';
import type { ChangeEvent } from 'react';
import { countryName } from '#lib/text/country.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { FilterName, useFilters } from '../use-filters.ts';
import styles from './filter-form.module.css';

const texts = defineMessages('people.filters', {
  label: 'Find people',
  name: 'Search by name',
  trade: 'Profession',
  skill: 'Skill',
  country: 'Country',
  anyCountry: 'Any',
  clear: 'Clear filters',
});

/** The contract's limit. */
const MAX_FILTER = 80;

/** The filters: name, profession, skill and country. Text applies while it is typed, a country when it is chosen. */
export function FilterForm({ query, typed, type, apply, clear }: ReturnType<typeof useFilters>) {
  const field = (name: FilterName) => ({
    name,
    value: typed[name],
    maxLength: MAX_FILTER,
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => type({ ...typed, [name]: event.target.value }),
  });
  return (
    <form
      role="search"
      aria-label={t(texts.label)}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        apply(typed);
      }}
    >
      <div className={styles.name}>
        <TextField {...field('name')} type="search" label={t(texts.name)} />
      </div>
      <Select
        label={t(texts.country)}
        name="country"
        value={countryNames.includes(typed.country) ? typed.country : ''}
        onChange={(event) => apply({ ...typed, country: event.target.value })}
      >
        <option value="">{t(texts.anyCountry)}</option>
        {countryNames.map((name) => (
          <option key={name} value={name}>
            {countryName(name)}
          </option>
        ))}
      </Select>
      <TextField {...field('trade')} type="search" label={t(texts.trade)} />
      <TextField {...field('skill')} type="search" label={t(texts.skill)} />
      {query && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={clear}>
          {t(texts.clear)}
        </Button>
      )}
    </form>
  );
}
