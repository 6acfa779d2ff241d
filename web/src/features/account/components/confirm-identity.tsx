import { type confirmIdentity, recentMessages } from '@afterhours/contract/account/recent-proof';
import { heldPassword } from '@afterhours/contract/account/sign-in';
import { code } from '@afterhours/contract/account/two-factor';
import { defineMessages } from '@afterhours/contract/base/message';
import { useId } from 'react';
import * as z from 'zod/mini';
import { call } from '#lib/api/client.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { selectOwnUser } from '../auth-slice.ts';
import { FormMessage } from './form-message.tsx';

const texts = defineMessages('account.confirm', {
  lead: 'This is more than everyday work. What you have begun goes on afterwards.',
  password: 'Your password',
  code: 'Code of your authenticator app',
  confirm: 'Confirm',
});

const byPassword = z.object({ password: heldPassword(), code: z.string() });
const byCode = z.object({ password: z.string(), code });

type ConfirmIdentityProps = { open: boolean; onClose: () => void; onConfirmed: () => void };

/** Asks for the password, or of members without one for a code, before a call that wants a recent one. */
export function ConfirmIdentity({ open, onClose, onConfirmed }: ConfirmIdentityProps) {
  const id = useId();
  const hasPassword = useAppSelector(selectOwnUser)?.hasPassword !== false;
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { password: '', code: '' },
    schema: hasPassword ? byPassword : byCode,
    submit: async ({ password, code: given }) => {
      const body = hasPassword ? { password } : { code: given };
      const answer = await call<typeof confirmIdentity>('POST', '/auth/confirm', { body });
      if (!answer.ok) return answer;
      onConfirmed();
      return undefined;
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(recentMessages.needed)}
      description={t(texts.lead)}
      size="small"
      form={id}
      submitLabel={t(texts.confirm)}
      dirty={false}
      pending={pending}
      unready={wait > 0}
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        {hasPassword ? (
          <PasswordField {...field('password')} label={t(texts.password)} autoComplete="current-password" required />
        ) : (
          <TextField {...field('code')} label={t(texts.code)} autoComplete="one-time-code" required />
        )}
      </form>
    </FormDialog>
  );
}
