/** Form parts for the settings that require a password or a code. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { ComponentProps, ReactNode } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import type { FormControls } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { CloseButton, HoldDialog } from '#ui/overlays/dialog.tsx';
import { words } from '#ui/text/words.ts';
import { settingsTexts } from '../settings-texts.ts';
import styles from './settings.module.css';

const texts = defineMessages('settings.stepForm', { codeHint: 'From your app, or one of your recovery codes.' });

type StepFormProps = {
  of: FormControls;
  lead?: ReactNode;
  submitLabel: string;
  danger?: boolean;
  /** Another button beside the others. */
  beside?: ReactNode;
  children: ReactNode;
};

/** One step of a dialog: a lead, the error, the fields, and the buttons. Nothing closes it while it is being sent. */
export function StepForm({ of, lead, submitLabel, danger = false, beside, children }: StepFormProps) {
  const { form, message, failure, wait, pending, onSubmit } = of;
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <HoldDialog held={pending} />
      {lead}
      <FormMessage {...{ message, failure, wait }} />
      {children}
      <div className={styles.actions}>
        {beside}
        <CloseButton>{t(words.cancel)}</CloseButton>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          loading={pending}
          aria-disabled={wait > 0 || undefined}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>;

/** The field for the member's current password. */
export function CurrentPassword(field: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
  return <PasswordField {...field} label={t(settingsTexts.password)} autoComplete="current-password" required />;
}

/** The field for a code of the authenticator app, or a recovery code. */
export function FactorField(field: FieldProps) {
  return (
    <TextField
      {...field}
      label={t(settingsTexts.code)}
      hint={t(texts.codeHint)}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}

/** The field for a six-digit code. */
export function DigitsField({ label = t(settingsTexts.code), ...field }: FieldProps & { label?: string }) {
  return (
    <TextField
      {...field}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      className={styles.code}
      required
    />
  );
}
