import { type getPaymentConfig, paymentMessages } from '@afterhours/contract/payments';
import { hasBegun } from '@afterhours/contract/posts';
import { useEffect, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { type CallResult } from '#lib/api/client.ts';
import { useAppSelector } from '#lib/store.ts';
import { toSafeHref } from '#lib/text/rich-text.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { readPaymentConfig, type Webinar, webinarPrice } from '../payment-commands.ts';
import { usePayment } from '../use-payment.ts';
import { JoinLink } from './join-link.tsx';
import styles from './pay-dialog.module.css';
import { type CardFormProps, SandboxForm } from './sandbox-form.tsx';
import { StripeCardForm } from './stripe-card-form.tsx';

export type PayDialogProps = {
  open: boolean;
  post: Webinar;
  /** The payment has come further: load the post again. */
  onChange: () => void;
  onClose: () => void;
};

type Config = CallResult<typeof getPaymentConfig> | null;

function useConfig(): [Config, again: () => void] {
  const [config, setConfig] = useState<Config>(null);
  useEffect(() => {
    let left = false;
    void readPaymentConfig().then((answer) => left || setConfig(answer));
    return () => {
      left = true;
    };
  }, []);
  const again = () => {
    setConfig(null);
    void readPaymentConfig().then(setConfig);
  };
  return [config, again];
}

function CardForm(props: CardFormProps) {
  const [config, again] = useConfig();
  if (!config) return <Spinner label="Loading" />;
  if (!config.ok) return <ErrorState message={config.message} onRetry={again} />;
  const { provider, publishableKey } = config.body;
  if (provider === 'sandbox' || publishableKey === null) return <SandboxForm {...props} />;
  return <StripeCardForm {...props} publishableKey={publishableKey} />;
}

function Payment({ post, onChange, onClose }: Omit<PayDialogProps, 'open'>) {
  const email = useAppSelector(selectOwnUser)?.email ?? '';
  const { state, pay } = usePayment(post, email, onChange);
  const href = post.link && toSafeHref(post.link);
  if (state.step === 'completed') {
    return (
      <div className={styles.form}>
        <Banner tone="success">Payment completed. Your link is ready.</Banner>
        {href ? <JoinLink href={href} variant="primary" /> : <Button onClick={onClose}>Close</Button>}
      </div>
    );
  }
  if (state.step === 'pending') {
    return (
      <div className={styles.form}>
        <Banner tone="info">
          Your payment is being processed. You can close this; it will be completed in the background.
        </Banner>
        <Spinner label="Waiting for the payment" />
      </div>
    );
  }
  if (hasBegun(post)) {
    return (
      <div className={styles.form}>
        <Banner tone="info">{paymentMessages.begun}</Banner>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      {state.step === 'declined' && <Banner tone="danger">{state.message}</Banner>}
      <p>
        {webinarPrice}, once. The receipt goes to {email}.
      </p>
      <CardForm processing={state.step === 'processing'} onPay={pay} onCancel={onClose} />
    </div>
  );
}

/** Paying to join a webinar. Loaded when it is first opened; what it knows goes with closing it. */
export function PayDialog({ open, post, onChange, onClose }: PayDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Join this webinar" description={post.title} size="small">
      {open && <Payment post={post} onChange={onChange} onClose={onClose} />}
    </Dialog>
  );
}
