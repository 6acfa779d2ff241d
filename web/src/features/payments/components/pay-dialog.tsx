import { defineMessages } from '@afterhours/contract/base/message';
import type { RouteResponse } from '@afterhours/contract/base/route';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { taxWithin } from '@afterhours/contract/constants/webinar-tax';
import { formatPrice, hasBegun, WEBINAR_CURRENCY } from '@afterhours/contract/constants/webinars';
import type { getPaymentConfig } from '@afterhours/contract/payments/payments';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { useAppSelector } from '#lib/store.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner, FailureBanner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { words } from '#ui/text/words.ts';
import { mayEnter } from '../may-enter.ts';
import { loadPaymentConfig, type Webinar } from '../payment-commands.ts';
import { priceOf } from '../price.ts';
import { FreeSeat } from '../seats/free-seat.tsx';
import { HoldNotice, useHold } from '../seats/hold-notice.tsx';
import { usePayment } from '../use-payment.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { JoinLink } from './join-link.tsx';
import styles from './pay-dialog.module.css';
import { type CardFormProps, SandboxForm } from './sandbox-form.tsx';
import { StripeCardForm } from './stripe-card-form.tsx';

const texts = defineMessages('payments.dialog', {
  title: 'Join this webinar',
  completed: 'Payment completed. You can join now.',
  taken: 'You have a seat. You can join now.',
  pending: 'Your payment is being processed. You can close this; it will be completed in the background.',
  waiting: 'Waiting for the payment',
  taxed: '{price}, once, including {percent, number}% tax ({tax}). The receipt goes to {email}.',
  price: '{price}, once. The receipt goes to {email}.',
  changed: 'The host has changed the price from {before} to {price}.',
});

export type PayDialogProps = {
  open: boolean;
  post: Webinar;
  /** Called when the payment's status has changed: the post has to be reloaded. */
  onChange: () => void;
  onClose: () => void;
};

function CardForm({ config, ...props }: CardFormProps & { config: RouteResponse<typeof getPaymentConfig>['body'] }) {
  const { provider, publishableKey, account } = config;
  if (provider === 'sandbox' || publishableKey === null) return <SandboxForm {...props} />;
  return <StripeCardForm {...props} publishableKey={publishableKey} account={account} />;
}

/** Takes the focus, which the card form had. */
function Ended({ children, tone, text }: { children: ReactNode; tone: 'success' | 'danger'; text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      <Banner tone={tone}>{text}</Banner>
      {children}
    </div>
  );
}

type PriceProps = { post: Webinar; email: string; includedTax: number | null };

/** The amount to pay, with the tax that it includes; says if it changes meanwhile. */
function Price({ post, email, includedTax }: PriceProps) {
  const { price = 0, total = 0, addedTax = null, currency = WEBINAR_CURRENCY } = post.webinar ?? {};
  const percent = addedTax ?? includedTax;
  const tax = addedTax === null ? taxWithin(total, includedTax) : total - price;
  const write = (amount: number): string => formatPrice({ amount, currency }, numberLocale());
  const paid = { price: priceOf(post), email };
  const [before] = useState(paid.price);
  return (
    <>
      {before !== paid.price && <Banner tone="lamp">{t(texts.changed, { before, price: paid.price })}</Banner>}
      <p>
        {percent === null ? (
          <Sentence text={texts.price} values={paid} />
        ) : (
          <Sentence text={texts.taxed} values={{ ...paid, percent, tax: write(tax) }} />
        )}
      </p>
    </>
  );
}

type PayStepProps = Omit<PayDialogProps, 'open'> & { email: string } & Pick<
    ReturnType<typeof usePayment>,
    'state' | 'pay'
  >;

/** What is paid, and the card form; without the form if others have taken all seats in the meantime. */
function PayStep({ post, email, state, pay, onChange, onClose }: PayStepProps) {
  const { _id: postId, webinar } = post;
  const refusal = useHold({ postId, webinar, onChange });
  const { status, data: config, message, retry } = useLoading(() => loadPaymentConfig(postId));
  if (refusal?.status === 409 && webinar?.mySeat?.state !== 'held') {
    return (
      <Ended tone="danger" text={refusal.message}>
        <Button onClick={onClose}>{t(words.close)}</Button>
      </Ended>
    );
  }
  if (status === 'failed') return <ErrorState message={message} onRetry={retry} />;
  if (!config) return <Spinner label={t(words.loading)} />;
  return (
    <div className={styles.form}>
      {state.step === 'declined' && <FailureBanner>{state.message}</FailureBanner>}
      <Price post={post} email={email} includedTax={config.includedTax ?? null} />
      {webinar && <HoldNotice webinar={webinar} refusal={refusal} />}
      <CardForm
        config={config}
        price={priceOf(post)}
        processing={state.step === 'processing'}
        onPay={pay}
        onCancel={onClose}
      />
    </div>
  );
}

function Payment({ post, onChange, onClose }: Omit<PayDialogProps, 'open'>) {
  const email = useAppSelector(selectOwnUser)?.email ?? '';
  const { state, pay, follow } = usePayment(post, email, onChange);
  const free = post.webinar?.mySeat?.state === 'free';
  if (state.step === 'completed' || free) {
    return (
      <Ended tone="success" text={t(free ? texts.taken : texts.completed)}>
        {mayEnter(post) ? (
          <JoinLink postId={post._id} variant="primary" />
        ) : (
          <Button onClick={onClose}>{t(words.close)}</Button>
        )}
      </Ended>
    );
  }
  if (state.step === 'confirm') return <ConfirmStep confirming={state} price={priceOf(post)} follow={follow} />;
  if (state.step === 'pending') {
    return (
      <div className={styles.form}>
        <Banner tone="info">{t(texts.pending)}</Banner>
        <Spinner label={t(texts.waiting)} />
      </div>
    );
  }
  if (hasBegun(post)) {
    return (
      <div className={styles.form}>
        <Banner tone="info">{t(paymentMessages.begun)}</Banner>
        <Button onClick={onClose}>{t(words.close)}</Button>
      </div>
    );
  }
  if (post.webinar?.price === 0) return <FreeSeat postId={post._id} onChange={onChange} onClose={onClose} />;
  return <PayStep {...{ post, email, state, pay, onChange, onClose }} />;
}

/** The dialog to pay for a webinar. Loaded when it is first opened; closing it clears its state. */
export function PayDialog({ open, post, onChange, onClose }: PayDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      description={post.title && <bdi>{post.title}</bdi>}
      size="small"
    >
      {open && <Payment post={post} onChange={onChange} onClose={onClose} />}
    </Dialog>
  );
}
