import { defineMessages } from '@afterhours/contract/base/message';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ChangeEvent, useRef } from 'react';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { DateField } from './date-field.tsx';
import styles from './date-picker-field.module.css';

const texts = defineMessages('ui.datePicker', {
  pick: 'Pick: {label}',
});

type DatePickerFieldProps = Parameters<typeof DateField>[0] & {
  /** The latest day that the picker offers, YYYY-MM-DD. Typed dates are validated by the form. */
  latest?: string;
  /** Called with the picked day as DD-MM-YYYY. */
  onPick: (date: string) => void;
};

const turned = (date: string): string => date.split('-').reverse().join('-');

/** Converts a typed date for the browser's calendar, which rejects dates that do not exist; returns '' for those. */
const toPickable = (typed: unknown): string => {
  const date = typeof typed === 'string' ? turned(typed) : '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : '';
};

/** A date that can be typed, DD-MM-YYYY, or picked in the browser's own calendar. */
export function DatePickerField({ latest, onPick, ...field }: DatePickerFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.value) onPick(turned(event.target.value));
  };
  return (
    <div className={styles.field}>
      <DateField {...field} className={styles.text} />
      <span className={styles.pick}>
        {/* Only the calendar of this input is used; the button opens it and is the element that can be focused. */}
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          max={latest}
          value={toPickable(field.value)}
          className={styles.native}
          onChange={pick}
        />
        <IconButton
          icon={CalendarDays}
          label={t(texts.pick, { label: field.label })}
          onClick={() => picker.current?.showPicker?.()}
        />
      </span>
    </div>
  );
}
