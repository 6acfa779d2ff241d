import { countryNames } from '@afterhours/contract/account/country-names';
import { defineMessages } from '@afterhours/contract/base/message';
import {
  currencies,
  employmentNames,
  employments,
  payPeriods,
  remoteNames,
  remotes,
} from '@afterhours/contract/constants/jobs';
import { type FormEvent, useId, useState } from 'react';
import { countryName } from '#lib/text/country.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type JobFilter, jobFilterNames } from './job-filter.ts';
import styles from './job-filters.module.css';

const texts = defineMessages('browse.jobFilters', {
  label: 'Filter jobs',
  words: 'Keywords',
  wordsHint: 'Such as “illustrator”',
  tag: 'Hashtag',
  tagHint: 'Such as “design”',
  more: 'More filters',
  any: 'Any',
  remote: 'Where',
  employment: 'Job type',
  country: 'Work from',
  posted: 'Posted',
  pay: 'Pays at least',
  payWrong: 'Please enter an amount, such as 18 or 18.50, with its currency and period.',
  currency: 'Currency',
  period: 'Paid per',
  notConverted: 'Pay is not converted: only jobs with this currency and period are found.',
  apply: 'Filter',
});

const periodTexts = defineMessages('browse.jobFilters.period', {
  hour: 'Hour',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  project: 'Project',
});

const postedTexts = defineMessages('browse.jobFilters.posted', {
  day: 'In the last 24 hours',
  week: 'In the last 7 days',
  month: 'In the last 30 days',
});

const AMOUNT = /^\d{1,9}(?:[.,]\d{1,2})?$/;
const payNames = ['payMin', 'payCurrency', 'payPeriod'] as const;

type ChoiceProps = { name: string; label: string; value: string | undefined; options: (readonly [string, string])[] };

function Choice({ name, label, value = '', options }: ChoiceProps) {
  return (
    <Select name={name} label={label} defaultValue={value}>
      <option value="">{t(texts.any)}</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </Select>
  );
}

function Pay({ value, wrong }: { value: JobFilter; wrong: boolean }) {
  return (
    <div className={styles.pay}>
      <TextField
        name="payMin"
        label={t(texts.pay)}
        inputMode="decimal"
        maxLength={12}
        defaultValue={value.payMin}
        {...(wrong ? { error: t(texts.payWrong) } : {})}
      />
      <Choice
        name="payCurrency"
        label={t(texts.currency)}
        value={value.payCurrency}
        options={currencies.map((code) => [code, code] as const)}
      />
      <Choice
        name="payPeriod"
        label={t(texts.period)}
        value={value.payPeriod}
        options={payPeriods.map((period) => [period, t(periodTexts[period])] as const)}
      />
      <p className={styles.note}>{t(texts.notConverted)}</p>
    </div>
  );
}

function More({ value, wrong }: { value: JobFilter; wrong: boolean }) {
  const { keyword: _words, hashtag: _tag, ...others } = value;
  return (
    <details className={styles.more} open={Object.keys(others).length > 0}>
      <summary>{t(texts.more)}</summary>
      <div className={styles.others}>
        <Choice
          name="employment"
          label={t(texts.employment)}
          value={value.employment}
          options={employments.map((one) => [one, t(employmentNames[one])] as const)}
        />
        <Choice
          name="remote"
          label={t(texts.remote)}
          value={value.remote}
          options={remotes.map((one) => [one, t(remoteNames[one])] as const)}
        />
        <Choice
          name="country"
          label={t(texts.country)}
          value={value.country}
          options={countryNames.map((name) => [name, countryName(name)] as const)}
        />
        <Choice
          name="postedWithin"
          label={t(texts.posted)}
          value={value.postedWithin}
          options={(['day', 'week', 'month'] as const).map((since) => [since, t(postedTexts[since])] as const)}
        />
        <Pay value={value} wrong={wrong} />
      </div>
    </details>
  );
}

type JobFiltersProps = { value: JobFilter; onChange: (filter: JobFilter) => void };

/** Reads the form. Returns null if the pay is incomplete. */
function read(form: FormData): JobFilter | null {
  const filter: JobFilter = {};
  for (const name of jobFilterNames) {
    const value = form.get(name);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text) filter[name] = name === 'hashtag' ? text.replace(/^#/, '') : text;
  }
  const payFields = payNames.filter((name) => filter[name]);
  if (payFields.length === 0) return filter;
  return payFields.length === payNames.length && AMOUNT.test(filter.payMin ?? '') ? filter : null;
}

/**
 * Counts how often the form has been filled in from the address, which resets it: once more when the address has a
 * filter that the form has not submitted, as on Back. After its own submit the form stays as it is, with the focus.
 */
function useFills(value: JobFilter): [number, sent: (filter: JobFilter) => void] {
  const address = JSON.stringify(value);
  const [fill, setFill] = useState({ address, times: 0, sent: '' });
  if (address !== fill.address) setFill({ address, times: fill.times + (address === fill.sent ? 0 : 1), sent: '' });
  return [fill.times, (filter) => setFill({ ...fill, sent: JSON.stringify(filter) })];
}

/** Filters jobs by words, hashtag and terms when submitted. */
export function JobFilters({ value, onChange }: JobFiltersProps) {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const [fills, sent] = useFills(value);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filter = read(new FormData(event.currentTarget));
    setWrong(filter === null);
    if (!filter) return event.currentTarget.querySelector<HTMLInputElement>('[name="payMin"]')?.focus();
    sent(filter);
    onChange(filter);
  };
  return (
    <form key={fills} role="search" aria-label={t(texts.label)} noValidate onSubmit={submit} className={styles.filters}>
      <TextField
        id={`${id}-words`}
        type="search"
        name="keyword"
        label={t(texts.words)}
        placeholder={t(texts.wordsHint)}
        defaultValue={value.keyword}
      />
      <TextField
        id={`${id}-tag`}
        type="search"
        name="hashtag"
        maxLength={51}
        label={t(texts.tag)}
        placeholder={t(texts.tagHint)}
        defaultValue={value.hashtag}
      />
      <Button type="submit">{t(texts.apply)}</Button>
      <More value={value} wrong={wrong} />
    </form>
  );
}
