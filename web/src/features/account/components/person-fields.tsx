/** Fields of a person that joining, the welcome of a new member and Update Profile have in common. */
import type { ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { DatePickerField } from '#ui/fields/date-picker-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { accountTexts } from '../account-texts.ts';
import { latestBirth } from '../latest-birth.ts';

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export const PhoneField = ({ label = t(accountTexts.phone), ...field }: PhoneFieldProps) => (
  <TextField {...field} label={label} type="tel" autoComplete="tel" hint={t(accountTexts.phoneHint)} required />
);

type BirthFieldProps = Omit<ComponentProps<typeof DatePickerField>, 'label' | 'latest'> & {
  /** The calendar offers no day of the last so many years. */
  age?: number;
};

export const BirthField = ({ age, ...field }: BirthFieldProps) => (
  <DatePickerField {...field} label={t(accountTexts.birth)} autoComplete="bday" latest={latestBirth(age)} required />
);
