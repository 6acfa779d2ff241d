import { defineMessages } from '@afterhours/contract/base/message';
import type { PaymentAction } from '@afterhours/contract/payments/payments';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { continuePayment, payForWebinar, type Webinar } from './payment-commands.ts';
import { useSettlement } from './use-settlement.ts';

const texts = defineMessages('payments.payment', {
  cardFailed: 'The card could not be read. You have not been charged.',
});

/** The token that a card form has created, or why it failed. */
export type TokenResult = { ok: true; id: string } | { ok: false; message: string };

export type PaymentState =
  | { step: 'idle' | 'processing' | 'completed' }
  | { step: 'declined'; message: string }
  | { step: 'pending'; paymentId: string }
  /** The payer's bank asks for a confirmation. */
  | { step: 'confirm'; paymentId: string; action: PaymentAction };

type Payment = { _id: string; status: string; action?: PaymentAction | null };

function toState({ _id: paymentId, status, action }: Payment, message: string): PaymentState {
  if (status === 'pending') return action ? { step: 'confirm', paymentId, action } : { step: 'pending', paymentId };
  return status === 'completed' ? { step: 'completed' } : { step: 'declined', message };
}

/**
 * Checks once what an earlier payment is waiting for: the payer may have left while the bank asked for a confirmation.
 */
function useResumption(paymentId: string | null, follow: (payment: Payment, message: string) => void): void {
  const resumed = useRef(false);
  const onContinued = useEffectEvent(follow);
  useEffect(() => {
    if (paymentId === null || resumed.current) return;
    resumed.current = true;
    void continuePayment(paymentId).then((response) => {
      // A payment that needs nothing from its payer is polled instead.
      if (response.ok && (response.body.action || response.body.status !== 'pending'))
        onContinued(response.body, response.message);
    });
  }, [paymentId]);
}

/**
 * One payment from the click to its end. `onChange` is called whenever its status changes, even after the dialog was
 * closed, because the post holds the status. A repetition is harmless: the server keeps one payment per member and
 * webinar.
 */
export function usePayment(webinar: Webinar, email: string, onChange: () => void) {
  const [begun] = useState(webinar.payment?.status === 'pending' ? webinar.payment._id : null);
  const [state, setState] = useState<PaymentState>(
    begun === null ? { step: 'idle' } : { step: 'pending', paymentId: begun },
  );
  const paying = useRef(false);
  const follow = (payment: Payment, message: string) => {
    setState(toState(payment, message));
    onChange();
  };

  const send = async (makeToken: () => Promise<TokenResult>) => {
    const token = await makeToken().catch((error: unknown): TokenResult => {
      reportError(error);
      return { ok: false, message: t(texts.cardFailed) };
    });
    if (!token.ok) return setState({ step: 'declined', message: token.message });
    const response = await payForWebinar(webinar, token.id, email);
    if (response.ok) return follow(response.body, response.message);
    setState({ step: 'declined', message: response.message });
    // It was declined, or paid for in another tab or by a call whose response was lost: the post has the status.
    onChange();
  };
  const pay = async (makeToken: () => Promise<TokenResult>) => {
    if (paying.current) return;
    paying.current = true;
    setState({ step: 'processing' });
    await send(makeToken).finally(() => {
      paying.current = false;
    });
  };

  useResumption(begun, follow);
  useSettlement(state.step === 'pending' ? state.paymentId : null, ({ body, message }) => follow(body, message));
  const paid = webinar.payment?.status === 'completed';
  return { state: paid ? ({ step: 'completed' } as const) : state, pay, follow };
}
