import { defineMessages } from '@afterhours/contract/base/message';
import { useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { payForWebinar, type Webinar } from './payment-commands.ts';
import { useSettlement } from './use-settlement.ts';

const texts = defineMessages('payments.payment', {
  cardFailed: 'The card could not be read. You have not been charged.',
});

/** The token that a card form has made of a card, or what went wrong. */
export type TokenResult = { ok: true; id: string } | { ok: false; message: string };

export type PaymentState =
  | { step: 'idle' | 'processing' | 'completed' }
  | { step: 'declined'; message: string }
  | { step: 'pending'; paymentId: string };

type Payment = { _id: string; status: string };

function toState(payment: Payment, message: string): PaymentState {
  if (payment.status === 'pending') return { step: 'pending', paymentId: payment._id };
  return payment.status === 'completed' ? { step: 'completed' } : { step: 'declined', message };
}

/**
 * One payment from the press to its end. `onChange` is called whenever its status changes, also after the dialog has
 * been closed: the post has the status. A repeat is harmless, because the server keeps one payment for a member and
 * webinar.
 */
export function usePayment(webinar: Webinar, email: string, onChange: () => void) {
  const [state, setState] = useState<PaymentState>(
    webinar.payment?.status === 'pending' ? { step: 'pending', paymentId: webinar.payment._id } : { step: 'idle' },
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

  useSettlement(state.step === 'pending' ? state.paymentId : null, ({ body, message }) => follow(body, message));
  const paid = webinar.payment?.status === 'completed';
  return { state: paid ? ({ step: 'completed' } as const) : state, pay };
}
