import type { OwnUser } from '@afterhours/contract/account';
import { accountDataMessages } from '@afterhours/contract/account-data';
import { heldPassword } from '@afterhours/contract/sign-in';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { leave } from '#features/settings/settings-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from '../settings.module.css';

type DeleteAccountProps = { user: OwnUser; open: boolean; onClose: () => void };

const byPassword = z.object({
  password: heldPassword('Password is required.'),
  confirmation: z.string(),
});
const byAddress = (email: string) =>
  z.object({
    password: z.string(),
    confirmation: z
      .string()
      .check(z.refine((typed) => typed.trim().toLowerCase() === email, accountDataMessages.wrongConfirmation)),
  });

/** A question that waits for its answer. */
function useQuestion() {
  const [asking, setAsking] = useState(false);
  const settle = useRef<(yes: boolean) => void>(() => undefined);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
  const answer = (yes: boolean) => {
    setAsking(false);
    settle.current(yes);
  };
  return { asking, ask, answer };
}

/** Says what goes, asks who one is, asks once more; then the account is gone. */
export function DeleteAccount({ user, open, onClose }: DeleteAccountProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const { asking, ask, answer } = useQuestion();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { password: '', confirmation: '' },
    schema: user.hasPassword ? byPassword : byAddress(user.email),
    submit: async ({ password, confirmation }) => {
      if (!(await ask())) return undefined;
      return dispatch(leave(user.hasPassword ? { password } : { confirmation }));
    },
  });
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Delete account"
        description="This cannot be undone. Along with your account, we delete:"
        form={id}
        submitLabel="Delete account"
        danger
        dirty={false}
        pending={pending}
        unready={wait > 0}
      >
        <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
          <ul className={styles.list}>
            <li>your profile, with its pictures and everything on it</li>
            <li>your posts, comments, likes, ratings and bookmarks</li>
            <li>the messages and files you sent; the others see “Deleted member”</li>
            <li>your connections, follows and notifications</li>
          </ul>
          {user.hasPassword ? (
            <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
          ) : (
            <TextField
              {...field('confirmation')}
              label="Your e-mail address"
              hint={`Type ${user.email} to confirm.`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
          <FormMessage {...{ message, failure, wait }} />
        </form>
      </FormDialog>
      <ConfirmDialog
        open={asking}
        title="Delete your account permanently?"
        confirmLabel="Delete permanently"
        cancelLabel="Keep my account"
        danger
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        {user.firstName}, nobody can bring it back, not even us. An export of your data has to be made before.
      </ConfirmDialog>
    </>
  );
}
