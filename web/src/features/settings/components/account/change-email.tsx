import type { OwnUser } from '@afterhours/contract/account';
import { changeEmailBody, confirmEmailBody, emailChangeMessages } from '@afterhours/contract/email-change';
import { stripCode } from '@afterhours/contract/mailed-code';
import { useEffect, useState } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { askForEmailChange, confirmEmailChange } from '#features/settings/email-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../settings.module.css';

/** The new address, and who one is. */
function AddressStep({ user, onAsked }: { user: OwnUser; onAsked: (newEmail: string) => void }) {
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { newEmail: '', password: '', code: '' },
    schema: changeEmailBody,
    submit: async (body) => {
      const answer = await askForEmailChange(body);
      if (!answer.ok) return answer;
      onAsked(body.newEmail);
      return undefined;
    },
  });
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <p>Now: {user.email}</p>
      <FormMessage {...{ message, failure, wait }} />
      <TextField
        {...field('newEmail')}
        label="New e-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
      {user.twoFactorEnabled && (
        <TextField
          {...field('code')}
          label="Code"
          hint="From your app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
          Send the code
        </Button>
      </div>
    </form>
  );
}

type CodeStepProps = { newEmail: string; onChanged: () => void; onBack: () => void };

/** The code that came to the new address. */
function CodeStep({ newEmail, onChanged, onBack }: CodeStepProps) {
  const dispatch = useAppDispatch();
  const { form, field, setValue, message, failure, wait, pending, onSubmit } = useForm({
    initial: { code: '' },
    schema: confirmEmailBody,
    submit: async ({ code }) => {
      const failed = await dispatch(confirmEmailChange(code));
      if (!failed) onChanged();
      return failed;
    },
  });
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form]);
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <p>{emailChangeMessages.codeSent}</p>
      <FormMessage {...{ message, failure, wait }} />
      <TextField
        {...field('code')}
        label={`Code sent to ${newEmail}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        className={styles.code}
        onChange={(event) => setValue('code', stripCode(event.target.value))}
        required
      />
      <div className={styles.actions}>
        <Button onClick={onBack}>Wrong address?</Button>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
          Change e-mail
        </Button>
      </div>
    </form>
  );
}

type ChangeEmailProps = { user: OwnUser; open: boolean; onClose: () => void };

/** Another e-mail address: the password, then the code that was mailed to it. */
export function ChangeEmail({ user, open, onClose }: ChangeEmailProps) {
  const [newEmail, setNewEmail] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title="Change e-mail">
      {!user.hasPassword && (
        <Banner tone="lamp" action={<TextLink to="/Settings?tab=security">Set a password</TextLink>}>
          {emailChangeMessages.noPassword}
        </Banner>
      )}
      {user.hasPassword && newEmail === undefined && <AddressStep user={user} onAsked={setNewEmail} />}
      {newEmail !== undefined && (
        <CodeStep newEmail={newEmail} onChanged={onClose} onBack={() => setNewEmail(undefined)} />
      )}
    </Dialog>
  );
}
