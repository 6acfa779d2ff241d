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
  /** The latest day the picker offers, YYYY-MM-DD; typing is for the form to judge. */
  latest?: string;
  /** Given the picked day as DD-MM-YYYY. */
  onPick: (date: string) => void;
};

const turned = (date: string): string => date.split('-').reverse().join('-');

/** The day for the browser's calendar, which takes none that doesn't exist; '' for such a one. */
const toPickable = (typed: unknown): string => {
  const date = typeof typed === 'string' ? turned(typed) : '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : '';
};

/** A date to type, DD-MM-YYYY, or to pick in the browser's own calendar. */
export function DatePickerField({ latest, onPick, ...field }: DatePickerFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.value) onPick(turned(event.target.value));
  };
  return (
    <div className={styles.field}>
      <DateField {...field} className={styles.text} />
      <span className={styles.pick}>
        {/* Only its calendar is used; it is opened by the button, which is what can be reached. */}
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
