import type { ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { accountTexts } from '../account-texts.ts';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & {
  label?: string;
  /** `username` where it signs in, so that password managers find it; passkeys are suggested beside `webauthn`. */
  autoComplete: 'email' | 'username' | 'username webauthn';
};

export const EmailField = ({ label = t(accountTexts.email), ...field }: EmailFieldProps) => (
  <TextField
    {...field}
    label={label}
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);
