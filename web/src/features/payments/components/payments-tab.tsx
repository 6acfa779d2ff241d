import type { OwnPayment, PaymentStatus } from '@afterhours/contract/payments';
import CreditCard from 'lucide-react/icons/credit-card';
import { usePages } from '#lib/lists/use-pages.ts';
import { toSafeHref } from '#lib/text/rich-text.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Time } from '#ui/text/time.tsx';
import { loadOwnPayments } from '../payment-commands.ts';
import { JoinLink } from './join-link.tsx';
import styles from './webinar-access.module.css';
import { WebinarTime } from './webinar-time.tsx';

const statusLabels: Record<PaymentStatus, string> = {
  pending: 'Being processed',
  completed: 'Paid',
  failed: 'Not charged',
  refunding: 'Being refunded',
  refunded: 'Refunded',
};

const priceOf = ({ amount, currency }: OwnPayment): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);

function Row({ payment }: { payment: OwnPayment }) {
  const { title, startsAt, timeZone, status, reason, parent_id } = payment;
  const href = payment.link && toSafeHref(payment.link);
  return (
    <li className={styles.paid}>
      <div className={styles.access}>
        <strong dir="auto">
          {startsAt || href ? <TextLink to={`/activities#${parent_id}`}>{title}</TextLink> : title}
        </strong>
        {startsAt && <WebinarTime startsAt={startsAt} hostZone={timeZone} />}
        <span className={styles.note}>
          {priceOf(payment)} · {statusLabels[status]} · <Time value={payment.createdAt} />
          {payment.sandbox && ' · Sandbox: no money moved'}
        </span>
        {status === 'failed' && reason && <span className={styles.note}>{reason}</span>}
      </div>
      {href && <JoinLink href={href} />}
    </li>
  );
}

/** What I have paid for, latest first, with the way into each webinar. */
export function PaymentsTab() {
  const { items, cursor, status, message, more } = usePages(loadOwnPayments, ({ _id }) => _id);
  return (
    <Card title="Payments">
      {items.length > 0 && (
        <ul aria-busy={status === 'loading'}>
          {items.map((payment) => (
            <Row key={payment._id} payment={payment} />
          ))}
        </ul>
      )}
      {status === 'loading' && (
        <>
          <LoadingNote>Loading payments</LoadingNote>
          <Skeleton shape="text" lines={3} />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {status === 'ready' && cursor !== null && (
        <Button variant="quiet" wide onClick={more}>
          Show more
        </Button>
      )}
      {status === 'ready' && items.length === 0 && (
        <EmptyState
          icon={CreditCard}
          title="No payments yet"
          action={<ButtonLink to="/home">Find a webinar</ButtonLink>}
        >
          Webinars you pay for show up here, with their links and receipts.
        </EmptyState>
      )}
    </Card>
  );
}
