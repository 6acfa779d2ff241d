import { defineMessages } from '@afterhours/contract/base/message';
import type { ChangeEvent, ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextField } from './text-field.tsx';

const texts = defineMessages('ui.date', {
  hint: 'Day, month, year: DD-MM-YYYY',
  pattern: 'DD-MM-YYYY',
});

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'placeholder' | 'maxLength'>;

/**
 * Formats digits as DD-MM-YYYY while they are typed. A hyphen, dot or slash ends a part, so "5/3/1990" becomes
 * 05-03-1990. A pasted date with the year first is reversed.
 */
export function toTypedDate(text: string): string {
  const turned = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  if (turned) return `${turned[3]}-${turned[2]}-${turned[1]}`;
  const ended = text.replace(/(^|[^\d])(\d)[./-]/g, '$10$2-').replace(/(-)(\d)[./-]/g, '$10$2-');
  const digits = ended.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('-');
}

/**
 * A field for a date that people know by heart, such as a date of birth: typed, not picked. The value is the text
 * DD-MM-YYYY; the form checks whether the date exists.
 */
export function DateField({ onChange, hint = t(texts.hint), ...field }: DateFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    // Formatted only while typing at the end: correcting a digit in the middle must not move the caret.
    if (target.selectionStart === target.value.length) target.value = toTypedDate(target.value);
    return onChange?.(event);
  };
  return (
    <TextField
      {...field}
      // In the direction of the page, like the calendar's button, which would otherwise cover the digits.
      dir={undefined}
      hint={hint}
      inputMode="numeric"
      placeholder={t(texts.pattern)}
      maxLength={10}
      onChange={change}
    />
  );
}
