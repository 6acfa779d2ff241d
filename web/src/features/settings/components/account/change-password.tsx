import { newPassword } from '@afterhours/contract/account';
import { heldPassword } from '@afterhours/contract/sign-in';
import { useId } from 'react';
import * as z from 'zod/mini';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { PasswordStrength } from '#features/account/components/password-strength.tsx';
import { setPassword } from '#features/settings/settings-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from '../settings.module.css';

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string };

const fields = z.object({
  currentPassword: heldPassword('Current Password is required.'),
  newPassword: newPassword('New Password is required.'),
  confirmPassword: z.string().check(z.minLength(1, 'This field will be required')),
});

/** That both are alike is said also while another field is still wrong, which a check of the object would wait for. */
const schema = {
  safeParse(typed: unknown) {
    const parsed = fields.safeParse(typed);
    const { newPassword: chosen, confirmPassword } = typed as Passwords;
    if (confirmPassword === '' || confirmPassword === chosen) return parsed;
    const differ = { path: ['confirmPassword'], message: 'The passwords do not match.' };
    return { success: false as const, error: { issues: [...(parsed.error?.issues ?? []), differ] } };
  },
};

const initial: Passwords = { currentPassword: '', newPassword: '', confirmPassword: '' };

type ChangePasswordProps = { email: string; open: boolean; onClose: () => void };

export function ChangePassword({ email, open, onClose }: ChangePasswordProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const { form, field, values, message, failure, wait, pending, onSubmit } = useForm({
    initial,
    schema,
    strict: true,
    submit: async ({ currentPassword, newPassword: password }) => {
      const failed = await dispatch(setPassword({ currentPassword, newPassword: password }));
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Change Password"
      form={id}
      submitLabel="Change Password"
      dirty={false}
      pending={pending}
      unready={wait > 0}
    >
      <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        {/* For password managers, which keep the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          maxLength={128}
          required
        />
        <PasswordField
          {...field('newPassword')}
          label="New password"
          autoComplete="new-password"
          maxLength={128}
          required
        />
        <PasswordStrength password={values.newPassword} />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm the new password"
          autoComplete="new-password"
          maxLength={128}
          required
        />
      </form>
    </FormDialog>
  );
}
