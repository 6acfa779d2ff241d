import { defineMessages } from '@afterhours/contract/base/message';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { FocusEvent } from 'react';
import { monthNames } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

const texts = defineMessages('ui.month', {
  month: 'Month',
  year: 'Year',
  monthOf: '{label}: month',
  yearOf: '{label}: year',
});

type MonthFieldProps = FieldText & {
  name: string;
  /** YYYY-MM-DD; parts may be empty while the value is being entered. */
  value: string;
  onChoose: (value: string) => void;
  onBlur: () => void;
};

/** Returns the date of a month field, or '' while the month or the year is missing. */
export const toEnteredDate = (value: string): string => {
  const [year, month] = value.split('-');
  return year && month ? value : '';
};

/**
 * A month and a year, the same in every browser. A newly chosen month gets its first day; an existing date keeps its
 * day until the month or the year is changed.
 */
export function MonthField({ name, value, onChoose, onBlur, ...text }: MonthFieldProps) {
  const [year = '', month = ''] = value.split('-');
  const choose = (nextYear: string, nextMonth: string) =>
    onChoose(nextYear || nextMonth ? `${nextYear}-${nextMonth}-01` : '');
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  return (
    <Field {...text}>
      {(aria) => (
        <div className={styles.month} onBlur={leave}>
          <div className={styles.wrap}>
            <select
              {...aria}
              name={name}
              aria-label={t(texts.monthOf, { label: text.label })}
              value={month}
              className={cx(styles.control, styles.select)}
              onChange={(event) => choose(year, event.target.value)}
            >
              <option value="">{t(texts.month)}</option>
              {monthNames().map((each, place) => (
                <option key={each} value={String(place + 1).padStart(2, '0')}>
                  {each}
                </option>
              ))}
            </select>
            <Icon icon={ChevronDown} className={styles.chevron} />
          </div>
          <input
            {...aria}
            id={`${aria.id}-year`}
            aria-label={t(texts.yearOf, { label: text.label })}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t(texts.year)}
            maxLength={4}
            value={year}
            className={styles.control}
            onChange={(event) => choose(event.target.value.replace(/\D/g, ''), month)}
          />
        </div>
      )}
    </Field>
  );
}
