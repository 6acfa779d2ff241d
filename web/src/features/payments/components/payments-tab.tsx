import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { type OwnPayment, type PaymentStatus, paymentFailures } from '@afterhours/contract/payments/payments';
import CreditCard from 'lucide-react/icons/credit-card';
import { useEffect } from 'react';
import { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { loadOwnPayments } from '../payment-commands.ts';
import { BillingForm } from '../receipts/billing-form.tsx';
import { ReceiptLinks } from '../receipts/receipt-links.tsx';
import receiptStyles from '../receipts/receipts.module.css';
import { onSeatsChanged } from '../seats/seat-changes.ts';
import { JoinLink } from './join-link.tsx';
import styles from './webinar-access.module.css';
import { WebinarTime } from './webinar-time.tsx';

const texts = defineMessages('payments.list', {
  title: 'Payments',
  pending: 'Being processed',
  paid: 'Paid',
  failed: 'Not charged',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  sandbox: 'Sandbox: no money moved',
  blocked:
    'The host’s account is closed, so the refund cannot be made from here. It will be retried. Please write to ' +
    'the people who run this community, or ask your bank.',
  returned:
    'Your bank has returned the refund. The host and the people who run this community were asked to pay it in ' +
    'another way.',
  earnings: 'Payments for your own webinars are under {link}.',
  earningsLink: 'Earnings',
  loading: 'Loading payments',
  none: 'No payments yet',
  find: 'Find a webinar',
  noneHint: 'Webinars you pay for will appear here, with their links and receipts.',
});

const statusLabels: Record<PaymentStatus, MessageDescriptor> = {
  pending: texts.pending,
  completed: texts.paid,
  failed: texts.failed,
  refunding: texts.refunding,
  refunded: texts.refunded,
};

function Row({ payment }: { payment: OwnPayment }) {
  const { title, startsAt, timeZone, status, parent_id } = payment;
  const reason = payment.reasonKind ? t(paymentFailures[payment.reasonKind]) : payment.reason;
  return (
    <li className={styles.paid}>
      <div className={styles.access}>
        <strong>
          {startsAt || payment.link ? (
            <TextLink to={`/activities#${parent_id}`}>
              <bdi>{title}</bdi>
            </TextLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </strong>
        {startsAt && <WebinarTime startsAt={startsAt} hostZone={timeZone} />}
        <span className={styles.note}>
          <Amount of={payment} /> · {t(statusLabels[status])} · <Time value={payment.createdAt} />
          {payment.sandbox && ` · ${t(texts.sandbox)}`}
        </span>
        {payment.refundBlocked && <span className={styles.note}>{t(texts.blocked)}</span>}
        {payment.refundReturned && <span className={styles.note}>{t(texts.returned)}</span>}
        <ReceiptLinks of={payment} from="payments" />
        {status === 'failed' && reason && (
          <span className={styles.note} dir="auto">
            {reason}
          </span>
        )}
      </div>
      {payment.link !== null && <JoinLink postId={parent_id} title={title} />}
    </li>
  );
}

/** The viewer's payments, the details on their receipts, and a link to their earnings. */
export function PaymentsTab() {
  return (
    <div data-reveal-in-order className={receiptStyles.tab}>
      <OwnPayments />
      <BillingForm />
      <p className={styles.note}>
        <Sentence
          text={texts.earnings}
          values={{ link: <TextLink to="/me/earnings">{t(texts.earningsLink)}</TextLink> }}
        />
      </p>
    </div>
  );
}

/** The viewer's payments, latest first, with links to the webinars. */
function OwnPayments() {
  const pages = usePages(loadOwnPayments, ({ _id }) => _id, { name: 'payments' });
  const { items, status, reload } = pages;
  useEffect(() => onSeatsChanged(reload));
  return (
    <Card title={t(texts.title)}>
      {items.length > 0 && (
        <ul aria-busy={status === 'loading'}>
          {items.map((payment) => (
            <Row key={payment._id} payment={payment} />
          ))}
        </ul>
      )}
      <ListFoot
        pages={pages}
        loading={t(texts.loading)}
        shape={<Skeleton shape="text" lines={3} />}
        none={
          <EmptyState
            icon={CreditCard}
            title={t(texts.none)}
            action={<ButtonLink to="/webinars">{t(texts.find)}</ButtonLink>}
          >
            {t(texts.noneHint)}
          </EmptyState>
        }
        byButton
      />
    </Card>
  );
}
