import { newPassword, passwordMessages } from '@afterhours/contract/account/passwords';
import { heldPassword } from '@afterhours/contract/account/sign-in';
import { issueText } from '@afterhours/contract/base/issue';
import { defineMessages } from '@afterhours/contract/base/message';
import { fieldTexts } from '@afterhours/contract/constants/fields';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { PasswordStrength } from '#features/account/components/password-strength.tsx';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { replacePassword } from '#features/settings/settings-commands.ts';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import styles from '../settings.module.css';

const texts = defineMessages('settings.changePassword', {
  current: 'Current password',
  confirm: 'Confirm the new password',
  differ: 'The passwords do not match.',
});

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string };

const fields = z.object({
  currentPassword: heldPassword(passwordMessages.currentRequired),
  newPassword: newPassword(passwordMessages.newRequired),
  confirmPassword: z.string().check(z.minLength(1, issueText(fieldTexts.willBeRequired))),
});

/**
 * Compares the two passwords even while another field is invalid; a refinement of the whole object would wait for the
 * others.
 */
const schema = {
  safeParse(typed: unknown) {
    const parsed = fields.safeParse(typed);
    const { newPassword: chosen, confirmPassword } = typed as Passwords;
    if (confirmPassword === '' || confirmPassword === chosen) return parsed;
    const differ = { path: ['confirmPassword'], message: issueText(texts.differ) };
    return { success: false as const, error: { issues: [...(parsed.error?.issues ?? []), differ] } };
  },
};

const initial: Passwords = { currentPassword: '', newPassword: '', confirmPassword: '' };

type ChangePasswordProps = { email: string; open: boolean; onClose: () => void };

type FieldsProps = { field: (name: keyof Passwords) => FieldProps; typed: string };
type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

function PasswordFields({ field, typed }: FieldsProps) {
  return (
    <>
      <PasswordField
        {...field('currentPassword')}
        label={t(texts.current)}
        autoComplete="current-password"
        maxLength={128}
        required
      />
      <PasswordField
        {...field('newPassword')}
        label={t(settingsTexts.newPassword)}
        autoComplete="new-password"
        maxLength={128}
        required
      />
      <PasswordStrength password={typed} />
      <PasswordField
        {...field('confirmPassword')}
        label={t(texts.confirm)}
        autoComplete="new-password"
        maxLength={128}
        required
      />
    </>
  );
}

export function ChangePassword({ email, open, onClose }: ChangePasswordProps) {
  const dispatch = useAppDispatch();
  const form = useForm({
    initial,
    schema,
    strict: true,
    submit: async ({ currentPassword, newPassword: password }) => {
      const failed = await dispatch(replacePassword({ currentPassword, newPassword: password }));
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(settingsTexts.changePassword)}
      submitLabel={t(settingsTexts.changePassword)}
      dirty={false}
      className={styles.form}
    >
      {/* Lets password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordFields field={form.field} typed={form.values.newPassword} />
    </FieldsDialog>
  );
}
