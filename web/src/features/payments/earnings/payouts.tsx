import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { Payout } from '@afterhours/contract/payments/earnings';
import type { usePages } from '#lib/lists/use-pages.ts';
import { formatDay } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './earnings.module.css';
import { PagedRows } from './paged-rows.tsx';

const texts = defineMessages('earnings.payouts', {
  title: 'Paid out',
  none: 'Nothing has been paid out yet.',
  pending: 'Planned',
  transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed: your bank rejected it',
  canceled: 'Cancelled',
  why: 'The record was wrong, and was cancelled on {day}: {reason}',
  byCommunity: 'By the community',
  byProvider: 'From your own account',
  arrives: 'At your bank on {day}',
  sandbox: 'Sandbox: no money moved',
});

const statusTexts: Record<Payout['status'], MessageDescriptor> = {
  pending: texts.pending,
  in_transit: texts.transit,
  paid: texts.paid,
  failed: texts.failed,
  canceled: texts.canceled,
};

function Row({ payout }: { payout: Payout }) {
  const { status, byCommunity, arrivesAt, sandbox, canceledAt, cancelReason } = payout;
  const parts = [
    t(byCommunity ? texts.byCommunity : texts.byProvider),
    ...(arrivesAt === null || status === 'canceled' ? [] : [t(texts.arrives, { day: formatDay(arrivesAt) })]),
    ...(sandbox ? [t(texts.sandbox)] : []),
  ];
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <span>{t(statusTexts[status])}</span>
        <span className={styles.note}>{parts.join(' · ')}</span>
        {canceledAt && (
          <span className={styles.note}>
            <Sentence text={texts.why} values={{ day: formatDay(canceledAt), reason: cancelReason ?? '' }} />
          </span>
        )}
      </div>
      <div className={cx(styles.amount, status === 'canceled' && styles.back)}>
        <Amount of={payout} />
      </div>
    </div>
  );
}

const idOf = ({ _id }: Payout): string => _id;

/** The viewer's payouts, completed and on their way. */
export function Payouts({ pages }: { pages: ReturnType<typeof usePages<Payout>> }) {
  return (
    <Card title={t(texts.title)}>
      <PagedRows
        pages={pages}
        idOf={idOf}
        renderRow={(payout) => <Row payout={payout} />}
        none={<p className={styles.note}>{t(texts.none)}</p>}
      />
    </Card>
  );
}
