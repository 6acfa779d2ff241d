import { heldPassword } from '@afterhours/contract/sign-in';
import { twoFactorMessages, verifyLoginBody } from '@afterhours/contract/two-factor';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { enableTwoStep, startTwoStep } from '#features/settings/two-step-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../settings.module.css';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes, useKept } from './recovery-codes.tsx';
import own from './two-step.module.css';
import type { TwoStepDialogProps } from './two-step-dialog.ts';

type Secret = { secret: string; qrCode: string };
type Step = { at: 'password' } | ({ at: 'scan' } & Secret) | { at: 'codes'; codes: string[] };

const proof = (asked: boolean) =>
  asked ? z.object({ password: heldPassword('Password is required.') }) : z.object({ password: z.string() });

/** Who one is; members without a password only begin. */
function PasswordStep({ hasPassword, onStarted }: { hasPassword: boolean; onStarted: (secret: Secret) => void }) {
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { password: '' },
    schema: proof(hasPassword),
    submit: async ({ password }) => {
      const answer = await startTwoStep(hasPassword ? password : null);
      if (!answer.ok) return answer;
      onStarted(answer.body);
      return undefined;
    },
  });
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <p>
        You need an app that makes codes, such as the one of your password manager, Aegis or Google Authenticator. From
        then on signing in asks for its code after the password.
      </p>
      <FormMessage {...{ message, failure, wait }} />
      {hasPassword && (
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
          Continue
        </Button>
      </div>
    </form>
  );
}

/** The secret as picture and as text, and the first code of the app that has it. */
function ScanStep({ secret, qrCode, onCodes }: Secret & { onCodes: (codes: string[]) => void }) {
  const dispatch = useAppDispatch();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { code: '' },
    schema: z.pick(verifyLoginBody, { code: true }),
    submit: async ({ code }) => {
      const answer = await dispatch(enableTwoStep(code));
      if (!answer.ok) return answer;
      onCodes(answer.body.recoveryCodes);
      return undefined;
    },
  });
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form]);
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <div className={own.scan}>
        <p>Scan this with your app, then enter the code it shows.</p>
        {/* A picture, not markup: it can hold nothing that runs. */}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt="QR code for your authenticator app"
          width={208}
          height={208}
          className={own.picture}
        />
        <div className={own.secret}>
          <span>Or enter this key by hand:</span>
          <code className={own.text}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <span className={`${styles.actions} ${styles.start}`}>
            <CopyButton text={secret} label="Copy" />
          </span>
        </div>
      </div>
      <FormMessage {...{ message, failure, wait }} />
      <TextField
        {...field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        className={styles.code}
        required
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

const titles: Record<Step['at'], string> = {
  password: 'Turn on two-step verification',
  scan: 'Turn on two-step verification',
  codes: 'Your recovery codes',
};

/** Password, then the app, then the codes for the day without it. */
export function TwoStepSetup({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'password' });
  const { mayLeave, question } = useKept();
  const finish = (codes: string[]) => {
    setStep({ at: 'codes', codes });
    onChanged();
    showSuccess(twoFactorMessages.enabled);
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        onBeforeClose={() => step.at !== 'codes' || mayLeave()}
        title={titles[step.at]}
      >
        {step.at === 'password' && (
          <PasswordStep
            hasPassword={user.hasPassword}
            onStarted={({ secret, qrCode }) => setStep({ at: 'scan', secret, qrCode })}
          />
        )}
        {step.at === 'scan' && <ScanStep {...step} onCodes={finish} />}
        {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={onClose} />}
      </Dialog>
      {question}
    </>
  );
}
