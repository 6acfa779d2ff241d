import { countryNames } from '@afterhours/contract/account/country-names';
import { defineMessages } from '@afterhours/contract/base/message';
import {
  currencies,
  employmentNames,
  employments,
  MAX_PLACE,
  payPeriods,
  remoteNames,
  remotes,
  unpaidKinds,
  unpaidNames,
} from '@afterhours/contract/constants/jobs';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formTexts } from '#features/posts/post-texts.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { countryName } from '#lib/text/country.ts';
import { i18n, t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from '../composer.module.css';
import type { usePostForm } from '../use-post-form.ts';
import jobStyles from './job-fields.module.css';
import { toCountries, toPay } from './job-values.ts';
import { QuestionFields } from './question-fields.tsx';

const texts = defineMessages('posts.jobForm', {
  titleExample: 'Baker for a market stall on Saturdays',
  openingsHint: 'How many people, such as 2',
  salaryHint: 'Such as €18 an hour',
  employment: 'Job type',
  remote: 'Where',
  place: 'Place',
  placeHint: 'Such as Lyon, or the name of the workshop',
  choose: 'Choose',
  countries: 'Countries to work from',
  countriesHint: 'Leave empty for any country.',
  addCountry: 'Add a country',
  removeCountry: 'Remove {country}',
  paid: 'Salary',
  isPaid: 'Paid',
  payMin: 'From',
  payMax: 'To',
  wide: 'This range is wide: applicants cannot tell what they would be paid.',
  currency: 'Currency',
  period: 'Paid per',
  vacancy: 'Is there a vacancy now?',
  aiScreening: 'Does software screen applications?',
  notSaid: 'Not specified',
  yes: 'Yes',
  no: 'No',
  applyUntil: 'Apply until',
  applyUntilHint: 'The last day for applications. Leave empty for none.',
});

const periodTexts = defineMessages('posts.jobForm.period', {
  hour: 'Hour',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  project: 'Project',
});

type Form = ReturnType<typeof usePostForm>['form'];
type Parts = Pick<Form, 'field' | 'values' | 'setValue' | 'errors'>;

const nameOfCurrency = (code: string): string =>
  new Intl.DisplayNames(i18n.locale, { type: 'currency' }).of(code) ?? code;

function Countries({ values, setValue, errors }: Parts) {
  const chosen = toCountries(values.countries);
  const set = (names: readonly string[]) => setValue('countries', names.join());
  return (
    <div ref={keepFocus}>
      <Select
        name="countries"
        label={t(texts.countries)}
        hint={t(texts.countriesHint)}
        error={errors.countries}
        value=""
        onChange={({ target }) => set([...chosen, target.value])}
      >
        <option value="">{t(texts.addCountry)}</option>
        {countryNames
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <option key={name} value={name}>
              {countryName(name)}
            </option>
          ))}
      </Select>
      {chosen.length > 0 && (
        <ul className={jobStyles.chosen}>
          {chosen.map((name) => (
            <li key={name}>
              <bdi>{countryName(name)}</bdi>
              <button
                type="button"
                aria-label={t(texts.removeCountry, { country: countryName(name) })}
                onClick={() => set(chosen.filter((one) => one !== name))}
              >
                <Icon icon={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Whether the maximum is more than twice the minimum. */
const isWide = ({ payMin, payMax }: Parts['values']): boolean => toPay(payMax) > 2 * toPay(payMin);

function Amounts({ field, values }: Parts) {
  return (
    <div className={jobStyles.pay}>
      <TextField {...field('payMin')} label={t(texts.payMin)} inputMode="decimal" maxLength={12} required />
      <TextField
        {...field('payMax')}
        label={t(texts.payMax)}
        inputMode="decimal"
        maxLength={12}
        {...(isWide(values) ? { hint: t(texts.wide) } : {})}
      />
      <Select {...field('payCurrency')} label={t(texts.currency)} required>
        <option value="">{t(texts.choose)}</option>
        {currencies.map((code) => (
          <option key={code} value={code}>{`${code} · ${nameOfCurrency(code)}`}</option>
        ))}
      </Select>
      <Select {...field('payPeriod')} label={t(texts.period)} required>
        <option value="">{t(texts.choose)}</option>
        {payPeriods.map((period) => (
          <option key={period} value={period}>
            {t(periodTexts[period])}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The pay of a job, or that it is unpaid. A job from before the terms existed keeps its text until it gets terms. */
function PayFields(form: Parts) {
  const { field, values } = form;
  const [hadText] = useState(() => values.salary !== '' && values.employment === '');
  return (
    <>
      {hadText && <TextField {...field('salary')} label={t(formTexts.salary)} hint={t(texts.salaryHint)} />}
      <Select {...field('unpaid')} label={t(texts.paid)}>
        <option value="">{t(texts.isPaid)}</option>
        {unpaidKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(unpaidNames[kind])}
          </option>
        ))}
      </Select>
      {values.unpaid === '' && <Amounts {...form} />}
    </>
  );
}

function YesOrNo({ field, name, label }: Pick<Parts, 'field'> & { name: 'vacancy' | 'aiScreening'; label: string }) {
  return (
    <Select {...field(name)} label={label}>
      <option value="">{t(texts.notSaid)}</option>
      <option value="true">{t(texts.yes)}</option>
      <option value="false">{t(texts.no)}</option>
    </Select>
  );
}

/** The fields of a job: its kind, its place, its pay, and how its author hires. */
export function JobFields(form: Parts) {
  const { field, values } = form;
  return (
    <>
      <TextField
        {...field('title')}
        data-autofocus
        label={t(formTexts.title)}
        placeholder={t(texts.titleExample)}
        required
      />
      <div className={styles.pair}>
        <Select {...field('employment')} label={t(texts.employment)} required>
          <option value="">{t(texts.choose)}</option>
          {employments.map((one) => (
            <option key={one} value={one}>
              {t(employmentNames[one])}
            </option>
          ))}
        </Select>
        <TextField {...field('opening')} label={t(formTexts.openings)} hint={t(texts.openingsHint)} />
        <Select {...field('remote')} label={t(texts.remote)} required>
          <option value="">{t(texts.choose)}</option>
          {remotes.map((one) => (
            <option key={one} value={one}>
              {t(remoteNames[one])}
            </option>
          ))}
        </Select>
        <TextField
          {...field('place')}
          label={t(texts.place)}
          hint={t(texts.placeHint)}
          maxLength={MAX_PLACE}
          required={values.remote !== 'full'}
        />
      </div>
      <Countries {...form} />
      <PayFields {...form} />
      <div className={cx(styles.pair, styles.level)}>
        <YesOrNo field={field} name="vacancy" label={t(texts.vacancy)} />
        <YesOrNo field={field} name="aiScreening" label={t(texts.aiScreening)} />
      </div>
      <TextField {...field('applyUntil')} type="date" label={t(texts.applyUntil)} hint={t(texts.applyUntilHint)} />
      <QuestionFields {...form} />
    </>
  );
}
