import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { type CardElement, loadStripe, type StripeForm } from '../stripe-script.ts';
import type { TokenResult } from '../use-payment.ts';
import { PayActions } from './pay-actions.tsx';
import styles from './pay-dialog.module.css';
import type { CardFormProps } from './sandbox-form.tsx';

const NOT_LOADED =
  'The card form could not be loaded. Check your connection, or whether something blocks js.stripe.com.';

type Held = { stripe: StripeForm; card: CardElement };

/** Puts Stripe's card field into `place`. */
function useCardElement(publishableKey: string) {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let left = false;
    loadStripe(publishableKey).then(
      (stripe) => {
        if (left || !place.current) return;
        const { color, fontFamily } = getComputedStyle(place.current);
        const style = { base: { color, fontFamily, fontSize: '16px' } };
        const card = stripe.elements().create('card', { hidePostalCode: true, style });
        // The dialog was open before its main field was there.
        card.on('ready', () => card.focus());
        card.mount(place.current);
        held.current = { stripe, card };
        setStatus('ready');
      },
      (error: unknown) => {
        reportError(error);
        if (!left) setStatus('failed');
      },
    );
    return () => {
      left = true;
      held.current?.card.destroy();
      held.current = null;
    };
  }, [publishableKey]);
  return { place, held, status };
}

async function makeToken(held: Held | null): Promise<TokenResult> {
  if (!held) return { ok: false, message: NOT_LOADED };
  const { token, error } = await held.stripe.createToken(held.card);
  return token ? { ok: true, id: token.id } : { ok: false, message: error?.message ?? 'Please check your card.' };
}

type StripeCardFormProps = CardFormProps & { publishableKey: string };

function LoadedForm({
  publishableKey,
  processing,
  onPay,
  onCancel,
  onRetry,
}: StripeCardFormProps & { onRetry: () => void }) {
  const { place, held, status } = useCardElement(publishableKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!processing) void onPay(() => makeToken(held.current));
  };
  if (status === 'failed') return <ErrorState message={NOT_LOADED} onRetry={onRetry} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      {status === 'loading' && <Spinner label="Loading the card form" />}
      <div ref={place} className={styles.element} />
      <PayActions processing={processing} disabled={status === 'loading'} onCancel={onCancel} />
    </form>
  );
}

/** Stripe's own card field, drawn in Stripe's frame; a script that did not load can be asked for again. */
export function StripeCardForm(props: StripeCardFormProps) {
  const [tries, setTries] = useState(0);
  return <LoadedForm key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}
