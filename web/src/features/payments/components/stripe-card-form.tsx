import { defineMessages } from '@afterhours/contract/base/message';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { type CardElement, loadStripe, type StripeForm } from '../stripe-script.ts';
import type { TokenResult } from '../use-payment.ts';
import { PayActions } from './pay-actions.tsx';
import styles from './pay-dialog.module.css';
import type { CardFormProps } from './sandbox-form.tsx';

const texts = defineMessages('payments.stripe', {
  notLoaded: 'The card form could not be loaded. Check your connection, or whether something blocks js.stripe.com.',
  checkCard: 'Please check your card.',
  loading: 'Loading the card form',
});

type Mounted = { stripe: StripeForm; card: CardElement };

/** Mounts Stripe's card field into `place`. */
function useCardElement(publishableKey: string, account: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted | null>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let left = false;
    loadStripe(publishableKey, account).then(
      (stripe) => {
        if (left || !place.current) return;
        const { color, fontFamily } = getComputedStyle(place.current);
        const style = { base: { color, fontFamily, fontSize: '16px' } };
        const card = stripe.elements().create('card', { hidePostalCode: true, style });
        // The dialog opens before the field is loaded, so the field takes the focus itself.
        card.on('ready', () => card.focus());
        card.mount(place.current);
        mounted.current = { stripe, card };
        setStatus('ready');
      },
      (error: unknown) => {
        reportError(error);
        if (!left) setStatus('failed');
      },
    );
    return () => {
      left = true;
      mounted.current?.card.destroy();
      mounted.current = null;
    };
  }, [publishableKey, account]);
  return { place, mounted, status };
}

async function makeToken(mounted: Mounted | null): Promise<TokenResult> {
  if (!mounted) return { ok: false, message: t(texts.notLoaded) };
  const { token, error } = await mounted.stripe.createToken(mounted.card);
  return token ? { ok: true, id: token.id } : { ok: false, message: error?.message ?? t(texts.checkCard) };
}

type StripeCardFormProps = CardFormProps & {
  publishableKey: string;
  /** The connected account that is charged; null for the community's own. */
  account: string | null;
};

function LoadedForm({
  publishableKey,
  account,
  price,
  processing,
  onPay,
  onCancel,
  onRetry,
}: StripeCardFormProps & { onRetry: () => void }) {
  const { place, mounted, status } = useCardElement(publishableKey, account);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!processing) void onPay(() => makeToken(mounted.current));
  };
  if (status === 'failed') return <ErrorState message={t(texts.notLoaded)} onRetry={onRetry} />;
  return (
    <form className={styles.form} onSubmit={submit}>
      {status === 'loading' && <Spinner label={t(texts.loading)} />}
      <div ref={place} className={styles.element} />
      <PayActions price={price} processing={processing} disabled={status === 'loading'} onCancel={onCancel} />
    </form>
  );
}

/** Stripe's own card field, in Stripe's frame; a script that failed to load can be retried. */
export function StripeCardForm(props: StripeCardFormProps) {
  const [tries, setTries] = useState(0);
  return <LoadedForm key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}
