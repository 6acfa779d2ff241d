import { useCallback, useEffect, useRef, useState } from 'react';
import { payForWebinar, readPayment, type Webinar } from './payment-commands.ts';

/** What a card form made of a card, or why it could not. */
export type TokenResult = { ok: true; id: string } | { ok: false; message: string };

export type PaymentState =
  | { step: 'idle' | 'processing' | 'completed' }
  | { step: 'declined'; message: string }
  | { step: 'pending'; paymentId: string };

const ASK_AGAIN_MS = 2_000;

type Told = { _id: string; status: string };

/**
 * One payment from the press to its end. `onPaid` is called when the link is open, also when the dialog has been closed
 * meanwhile. A repeat is harmless: the server keeps one payment a member and webinar.
 */
export function usePayment(webinar: Webinar, email: string, onPaid: () => void) {
  const [state, setState] = useState<PaymentState>(
    webinar.payment?.status === 'pending' ? { step: 'pending', paymentId: webinar.payment._id } : { step: 'idle' },
  );
  const paid = useRef(onPaid);
  useEffect(() => {
    paid.current = onPaid;
  });

  const follow = useCallback((payment: Told, message: string) => {
    if (payment.status === 'pending') setState({ step: 'pending', paymentId: payment._id });
    else if (payment.status === 'completed') {
      setState({ step: 'completed' });
      paid.current();
    } else setState({ step: 'declined', message });
  }, []);

  const pay = async (makeToken: () => Promise<TokenResult>) => {
    setState({ step: 'processing' });
    const token = await makeToken().catch((error: unknown): TokenResult => {
      reportError(error);
      return { ok: false, message: 'The card could not be read. You have not been charged.' };
    });
    if (!token.ok) return setState({ step: 'declined', message: token.message });
    const answer = await payForWebinar(webinar, token.id, email);
    if (answer.ok) return follow(answer.body, answer.message);
    setState({ step: 'declined', message: answer.message });
    // Paid for meanwhile, in another tab or by a call whose answer was lost: the post knows.
    if (answer.status === 409) paid.current();
  };

  const paymentId = state.step === 'pending' ? state.paymentId : null;
  useEffect(() => {
    if (paymentId === null) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await readPayment(paymentId);
      if (left) return;
      if (answer.ok && answer.body.status !== 'pending') follow(answer.body, answer.message);
      else timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [paymentId, follow]);

  return { state, pay };
}
