import type { ComponentProps } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { accountTexts } from '../account-texts.ts';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & {
  label?: string;
  /**
   * `username` on sign-in forms, so that password managers find it; with `webauthn`, browsers also suggest passkeys.
   */
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
