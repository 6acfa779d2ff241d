import { heldPassword } from '@afterhours/contract/account/sign-in';
import {
  type enableTwoFactor,
  type startTwoFactor,
  twoFactorMessages,
  verifyLoginBody,
} from '@afterhours/contract/account/two-factor';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { enableTwoStep, startTwoStep } from '#features/settings/two-step-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { announceOnly } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../settings.module.css';
import { CurrentPassword, DigitsField, StepForm } from '../step-form.tsx';
import { RecoveryCodes, useKept } from './recovery-codes.tsx';
import own from './two-step.module.css';
import type { TwoStepDialogProps } from './two-step-dialog.ts';

const texts = defineMessages('settings.twoStepSetup', {
  title: 'Turn on two-step verification',
  codesTitle: 'Your recovery codes',
  lead:
    'You need an app that generates codes, such as your password manager, Aegis or Google Authenticator. From then ' +
    'on, signing in asks for its code after the password.',
  continue: 'Continue',
  scan: 'Scan this with your app, then enter the code it shows.',
  qrCode: 'QR code for your authenticator app',
  byHand: 'Or enter this key by hand:',
});

type Secret = { secret: string; qrCode: string };
type Step = { at: 'password' } | ({ at: 'scan' } & Secret) | { at: 'codes'; codes: string[] };

const proofOf = (hasPassword: boolean) =>
  hasPassword ? z.object({ password: heldPassword() }) : z.object({ password: z.string() });

type PasswordStepProps = { hasPassword: boolean; onStarted: (secret: Secret) => void };

/** The form for the password; members without one leave it out. */
function PasswordStep({ hasPassword, onStarted }: PasswordStepProps) {
  const { confirmed, dialog } = useConfirmation();
  const proof = useForm({
    initial: { password: '' },
    schema: proofOf(hasPassword),
    submit: async ({ password }) => {
      const response = await confirmed<typeof startTwoFactor>(() => startTwoStep(hasPassword ? password : null));
      if (!response.ok) return response;
      onStarted(response.body);
      return undefined;
    },
  });
  return (
    <>
      <StepForm of={proof} lead={<p>{t(texts.lead)}</p>} submitLabel={t(texts.continue)}>
        {hasPassword && <CurrentPassword {...proof.field('password')} />}
      </StepForm>
      {dialog}
    </>
  );
}

/** The secret as a QR code and as text. */
function SecretToScan({ secret, qrCode }: Secret) {
  return (
    <div className={own.scan}>
      <p>{t(texts.scan)}</p>
      {/* Scripts cannot run in an image; inline SVG could contain some. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t(texts.qrCode)}
        width={208}
        height={208}
        className={own.picture}
      />
      <div className={own.secret}>
        <span>{t(texts.byHand)}</span>
        <code className={own.text}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <span className={`${styles.actions} ${styles.start}`}>
          <CopyButton text={secret} label={t(settingsTexts.copy)} />
        </span>
      </div>
    </div>
  );
}

type ScanStepProps = Secret & {
  onCodes: (codes: string[]) => void;
};

/** The secret for the app, and the field for the app's first code. */
function ScanStep({ secret, qrCode, onCodes }: ScanStepProps) {
  const dispatch = useAppDispatch();
  const { confirmed, dialog } = useConfirmation();
  const scan = useForm({
    initial: { code: '' },
    schema: z.pick(verifyLoginBody, { code: true }),
    submit: async ({ code }) => {
      const response = await confirmed<typeof enableTwoFactor>(() => dispatch(enableTwoStep(code)));
      if (!response.ok) return response;
      onCodes(response.body.recoveryCodes);
      return undefined;
    },
  });
  const { form, field } = scan;
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [form]);
  return (
    <>
      <StepForm of={scan} lead={<SecretToScan secret={secret} qrCode={qrCode} />} submitLabel={t(settingsTexts.turnOn)}>
        <DigitsField {...field('code')} />
      </StepForm>
      {dialog}
    </>
  );
}

const titles: Record<Step['at'], MessageDescriptor> = {
  password: texts.title,
  scan: texts.title,
  codes: texts.codesTitle,
};

/** Turns on two-step verification: the password, then the app, then the recovery codes. */
export function TwoStepSetup({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'password' });
  const { mayClose, question } = useKept(step.at === 'codes' ? step.codes : undefined);
  const finish = (codes: string[]) => {
    setStep({ at: 'codes', codes });
    onChanged();
    announceOnly(t(twoFactorMessages.enabled));
  };
  return (
    <>
      <Dialog open={open} onClose={onClose} onBeforeClose={mayClose} title={t(titles[step.at])}>
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
