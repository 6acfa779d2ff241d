import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { answerChallenge, continuePayment, giveUpPayment } from '../payment-commands.ts';
import { loadStripe } from '../stripe-script.ts';
import type { PaymentState, usePayment } from '../use-payment.ts';
import styles from './pay-dialog.module.css';

const texts = defineMessages('payments.confirm', {
  sandbox: 'Sandbox: this is where your bank would ask you',
  question: 'Do you want to pay {price}?',
  confirm: 'Confirm payment',
  decline: 'Decline',
  asks: 'Your bank asks you to confirm this payment.',
  again: 'Ask my bank again',
  otherCard: 'Use another card',
  waiting: 'Waiting for your bank',
  notLoaded: 'Your bank could not be reached from here. You have not been charged.',
});

type Confirming = Extract<PaymentState, { step: 'confirm' }>;
type ConfirmStepProps = {
  confirming: Confirming;
  /** The price, formatted. */
  price: string;
  follow: ReturnType<typeof usePayment>['follow'];
};
type Outcome = Awaited<ReturnType<typeof continuePayment | typeof giveUpPayment>>;

/** Runs the calls of a step, one at a time; a failure is shown in the step. */
function useStep(follow: ConfirmStepProps['follow']) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (ask: () => Promise<Outcome>) => {
    setBusy(true);
    const response = await ask();
    setBusy(false);
    setRefusal(response.ok ? null : response.message);
    if (response.ok) follow(response.body, response.message);
  };
  return { busy, refusal, setRefusal, run };
}

/** The sandbox's simulated bank. */
function SandboxBank({ confirming: { paymentId }, price, follow }: ConfirmStepProps) {
  const { busy, refusal, run } = useStep(follow);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      <Banner tone="lamp">{t(texts.sandbox)}</Banner>
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <p>{t(texts.question, { price })}</p>
      <div className={styles.actions}>
        <Button disabled={busy} onClick={() => void run(() => answerChallenge(paymentId, false))}>
          {t(texts.decline)}
        </Button>
        <Button variant="primary" loading={busy} onClick={() => void run(() => answerChallenge(paymentId, true))}>
          {t(texts.confirm)}
        </Button>
      </div>
    </div>
  );
}

/**
 * Shows the bank's frame. A modal dialog covers everything and traps the focus, so ours is closed while the frame is
 * open.
 */
async function askBank({ action }: Confirming, dialog: HTMLDialogElement | null): Promise<void> {
  const { publishableKey, clientSecret, account } = action;
  if (publishableKey === null || clientSecret === null) return;
  const stripe = await loadStripe(publishableKey, account);
  dialog?.close();
  try {
    await stripe.handleNextAction({ clientSecret });
  } finally {
    if (dialog?.isConnected && !dialog.open) dialog.showModal();
  }
}

function Bank({ confirming, follow }: ConfirmStepProps) {
  const { busy, refusal, setRefusal, run } = useStep(follow);
  const [isConfirming, setConfirming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const started = useRef(false);
  const ask = async () => {
    setConfirming(true);
    setRefusal(null);
    try {
      await askBank(confirming, place.current?.closest('dialog') ?? null);
      // Whatever the frame returns, the server verifies it with the provider.
      await run(() => continuePayment(confirming.paymentId));
    } catch (error) {
      reportError(error);
      setRefusal(t(texts.notLoaded));
    }
    setConfirming(false);
    place.current?.focus();
  };
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void ask();
  });
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <Banner tone="info">{t(texts.asks)}</Banner>
      {isConfirming ? (
        <Spinner label={t(texts.waiting)} />
      ) : (
        <div className={styles.actions}>
          <Button disabled={busy} onClick={() => void run(() => giveUpPayment(confirming.paymentId))}>
            {t(texts.otherCard)}
          </Button>
          <Button variant="primary" loading={busy} onClick={() => void ask()}>
            {t(texts.again)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The payer's bank asks the payer to confirm the payment (3-D Secure). */
export function ConfirmStep(props: ConfirmStepProps) {
  return props.confirming.action.clientSecret === null ? <SandboxBank {...props} /> : <Bank {...props} />;
}
