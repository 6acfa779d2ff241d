import { defineMessages } from '@afterhours/contract/base/message';
import type { PaymentAction } from '@afterhours/contract/payments';
import { useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { continuePayment, payForWebinar, type Webinar } from './payment-commands.ts';
import { useSettlement } from './use-settlement.ts';

const texts = defineMessages('payments.payment', {
  cardFailed: 'The card could not be read. You have not been charged.',
});

/** The token that a card form has made of a card, or what went wrong. */
export type TokenResult = { ok: true; id: string } | { ok: false; message: string };

export type PaymentState =
  | { step: 'idle' | 'processing' | 'completed' }
  | { step: 'declined'; message: string }
  | { step: 'pending'; paymentId: string }
  /** The payer's bank asks them. */
  | { step: 'confirm'; paymentId: string; action: PaymentAction };

type Payment = { _id: string; status: string; action?: PaymentAction | null };

function toState({ _id: paymentId, status, action }: Payment, message: string): PaymentState {
  if (status === 'pending') return action ? { step: 'confirm', paymentId, action } : { step: 'pending', paymentId };
  return status === 'completed' ? { step: 'completed' } : { step: 'declined', message };
}

/** Asks once what a payment that was begun before waits for: its payer may have left while their bank asked them. */
function useResumption(paymentId: string | null, follow: (payment: Payment, message: string) => void): void {
  const resumed = useRef(false);
  const followed = useRef(follow);
  useEffect(() => {
    followed.current = follow;
  });
  useEffect(() => {
    if (paymentId === null || resumed.current) return;
    resumed.current = true;
    void continuePayment(paymentId).then((answer) => {
      // A payment that goes on without its payer is polled.
      if (answer.ok && (answer.body.action || answer.body.status !== 'pending'))
        followed.current(answer.body, answer.message);
    });
  }, [paymentId]);
}

/**
 * One payment from the press to its end. `onChange` is called whenever its status changes, also after the dialog has
 * been closed: the post has the status. A repeat is harmless, because the server keeps one payment for a member and
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
    const answer = await payForWebinar(webinar, token.id, email);
    if (answer.ok) return follow(answer.body, answer.message);
    setState({ step: 'declined', message: answer.message });
    // It was declined, or paid for in another tab or by a call whose answer was lost: the post has the status.
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
