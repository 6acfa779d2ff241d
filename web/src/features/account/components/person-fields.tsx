/** Personal fields shared by registration, the welcome page and Update Profile. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { DatePickerField } from '#ui/fields/date-picker-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { latestBirth } from '../latest-birth.ts';

const texts = defineMessages('account.person', {
  phone: 'Phone',
  phoneHint: '10 to 13 digits. Nobody else sees it.',
  birth: 'Date of birth',
});

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export const PhoneField = ({ label = t(texts.phone), ...field }: PhoneFieldProps) => (
  <TextField {...field} label={label} type="tel" autoComplete="tel" hint={t(texts.phoneHint)} required />
);

type BirthFieldProps = Omit<ComponentProps<typeof DatePickerField>, 'label' | 'latest'> & {
  /** The minimum age in years; the calendar offers no later birthday. */
  age?: number;
};

export const BirthField = ({ age, ...field }: BirthFieldProps) => (
  <DatePickerField {...field} label={t(texts.birth)} autoComplete="bday" latest={latestBirth(age)} required />
);
