import type { OwnUser } from '@afterhours/contract/account/account';
import { type confirmIdentity, recentMessages } from '@afterhours/contract/account/recent-proof';
import { heldPassword } from '@afterhours/contract/account/sign-in';
import { code } from '@afterhours/contract/account/two-factor';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '#lib/api/client.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { partTexts } from '#ui/parts/part-texts.ts';
import { selectOwnUser } from '../auth-slice.ts';
import { FieldsDialog } from '../fields-dialog.tsx';
import { passkeysWork } from '../sign-in/passkeys-work.ts';
import styles from './account-form.module.css';

const texts = defineMessages('account.confirm', {
  lead: 'You’ll continue where you left off.',
  password: 'Your password',
  code: 'Code from your authenticator app',
  confirm: 'Confirm',
  withPasskey: 'Use a passkey',
  elsewhere: 'Do this in a browser where you have one of your passkeys.',
  again: 'You have no password. Sign out, sign in again and try this within ten minutes.',
});

const byPassword = z.object({ password: heldPassword(), code: z.string() });
const byCode = z.object({ password: z.string(), code });

/** Confirms with a passkey instead of typed input. */
function PasskeyWay({ onConfirmed }: { onConfirmed: () => void }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setPending(true);
    setProblem(undefined);
    const steps = await import('../sign-in/passkey-steps.ts').catch(() => null);
    const failed = steps ? await steps.confirmByPasskey() : { message: t(partTexts.failed) };
    setPending(false);
    if (failed) setProblem(failed.message);
    else onConfirmed();
  };
  return (
    <>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Button wide loading={pending} onClick={() => void press()}>
        {t(texts.withPasskey)}
      </Button>
    </>
  );
}

type ConfirmIdentityProps = {
  open: boolean;
  /** Whether the member's password is not sufficient, because they have a passkey or two-step verification. */
  factor: boolean;
  onClose: () => void;
  onConfirmed: () => void;
};

/** What the member can type: a password, otherwise a code, otherwise nothing. */
type Kind = 'password' | 'code' | 'nothing';
const kindOf = (user: OwnUser | null, factor: boolean): Kind =>
  !factor && user?.hasPassword !== false ? 'password' : user?.twoFactorEnabled ? 'code' : 'nothing';

/**
 * Asks for the password, or for a code if the password is missing or not sufficient, before a call that requires a
 * recent proof. A passkey works in either case.
 */
export function ConfirmIdentity({ open, factor, onClose, onConfirmed }: ConfirmIdentityProps) {
  const user = useAppSelector(selectOwnUser);
  const kind = kindOf(user, factor);
  // The passkey may have been added in another browser since this page was loaded.
  const byPasskey = passkeysWork() && (user?.hasPasskeys === true || (factor && kind === 'nothing'));
  const form = useForm({
    initial: { password: '', code: '' },
    schema: kind === 'code' ? byCode : byPassword,
    submit: async ({ password, code: typedCode }) => {
      const body = kind === 'code' ? { code: typedCode } : { password };
      const response = await call<typeof confirmIdentity>('POST', '/auth/confirm', { body });
      if (!response.ok) return response;
      onConfirmed();
      return undefined;
    },
  });
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(recentMessages.needed)}
      description={t(texts.lead)}
      size="small"
      submitLabel={t(texts.confirm)}
      dirty={false}
      unready={kind === 'nothing'}
      className={styles.form}
    >
      {kind === 'password' && (
        <PasswordField {...form.field('password')} label={t(texts.password)} autoComplete="current-password" required />
      )}
      {kind === 'code' && (
        <TextField {...form.field('code')} label={t(texts.code)} autoComplete="one-time-code" required />
      )}
      {kind === 'nothing' && !byPasskey && <p>{t(factor ? texts.elsewhere : texts.again)}</p>}
      {byPasskey && <PasskeyWay onConfirmed={onConfirmed} />}
    </FieldsDialog>
  );
}
