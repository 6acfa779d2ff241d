import type { ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { MonthField, toEnteredDate } from '#ui/fields/month-field.tsx';
import { profileTexts } from '../profile-texts.ts';
import styles from './editor.module.css';

type Name = 'startDate' | 'endDate';

type PeriodProps = {
  field: (name: Name) => Omit<ComponentProps<typeof MonthField>, 'label' | 'onChoose'>;
  setValue: (name: Name, date: string) => void;
  /** Whether the period has no end yet. */
  open?: boolean;
  endHint?: string;
};

/** The months in which something started and ended. */
export function Period({ field, setValue, open = false, endHint }: PeriodProps) {
  return (
    <div className={styles.pair}>
      <MonthField
        {...field('startDate')}
        onChoose={(date) => setValue('startDate', date)}
        label={t(profileTexts.startDate)}
        required
      />
      {!open && (
        <MonthField
          {...field('endDate')}
          onChoose={(date) => setValue('endDate', date)}
          label={t(profileTexts.endDate)}
          hint={endHint}
          required
        />
      )}
    </div>
  );
}

/**
 * Returns the values with the months as dates. If start and end are in the same month, the end is at least the start.
 */
export function toPeriod<Values extends Record<Name, string>>(values: Values): Values {
  const startDate = toEnteredDate(values.startDate);
  const endDate = toEnteredDate(values.endDate);
  const sameMonth = startDate.slice(0, 7) === endDate.slice(0, 7);
  return { ...values, startDate, endDate: sameMonth && endDate < startDate ? startDate : endDate };
}
