import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { EarningTotal } from '@afterhours/contract/payments/earnings';
import { useRef, useState } from 'react';
import { showError, showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { playPayout } from './earning-commands.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.totals', {
  title: 'Totals',
  received: 'Received',
  cameIn: 'Received, after the community’s share',
  givenBack: 'Refunds and chargebacks',
  direct: 'Paid to your own account',
  taken: 'Taken from your own account',
  paidOut: 'Paid out by the community',
  owed: 'The community owes you',
  tooMuch: 'Deducted from your next payout',
  kept: 'Stays with you',
  disputed: 'Disputed: {price}. If a payer’s bank decides against you, it is taken back.',
  sandbox: 'Sandbox: no money moved',
  play: 'Simulate a payout',
});

/** After a lost dispute or a refund, more may have been paid out than came in. */
const owedText = (owed: number): MessageDescriptor => (owed < 0 ? texts.tooMuch : texts.owed);

type PayoutProps = { currency: string; onPaid: (done: boolean) => void };

function SandboxPayout({ currency, onPaid }: PayoutProps) {
  const [paying, setPaying] = useState(false);
  const play = async () => {
    setPaying(true);
    const response = await playPayout(currency);
    setPaying(false);
    (response.ok ? showSuccess : showError)(response.message);
    onPaid(response.ok);
  };
  return (
    <Button size="small" loading={paying} onClick={() => void play()}>
      {t(texts.play)}
    </Button>
  );
}

type TotalProps = { total: EarningTotal; byCommunity: boolean; onPaid: (done: boolean) => void };

function Total({ total, byCommunity, onPaid }: TotalProps) {
  const { currency, sandbox, shared, cameIn, givenBack, paidOut, owed, disputed = 0 } = total;
  const price = (amount: number) => <Amount of={{ amount, currency }} />;
  const owes = byCommunity || owed !== 0;
  // While the host was the seller, payments did not go through the community. A lost dispute takes the whole price
  // back, although the community keeps its share.
  const direct = cameIn - givenBack - paidOut - owed;
  return (
    <div className={styles.stack}>
      <dl className={styles.total}>
        <dt>{t(shared ? texts.cameIn : texts.received)}</dt>
        <dd>{price(cameIn)}</dd>
        <dt>{t(texts.givenBack)}</dt>
        <dd>{price(givenBack === 0 ? 0 : -givenBack)}</dd>
        {owes && direct !== 0 && (
          <>
            <dt>{t(direct < 0 ? texts.taken : texts.direct)}</dt>
            <dd>{price(-direct)}</dd>
          </>
        )}
        {/* If nothing is owed any more, what the host keeps was paid out, or never had to be. */}
        {owes && paidOut !== 0 && (
          <>
            <dt>{t(texts.paidOut)}</dt>
            <dd>{price(-paidOut)}</dd>
          </>
        )}
        <dt className={styles.sum}>{t(owes ? owedText(owed) : texts.kept)}</dt>
        <dd className={styles.sum}>{price(owes ? Math.abs(owed) : cameIn - givenBack)}</dd>
      </dl>
      {disputed > 0 && (
        <p className={styles.note}>
          <Sentence text={texts.disputed} values={{ price: price(disputed) }} />
        </p>
      )}
      {sandbox && <p className={styles.note}>{t(texts.sandbox)}</p>}
      {sandbox && owed > 0 && <SandboxPayout {...{ currency, onPaid }} />}
    </div>
  );
}

/** As high as the totals of one currency. */
export function TotalsSkeleton() {
  const bone = <Skeleton shape="text" />;
  return (
    <Card title={t(texts.title)}>
      <LoadingNote hidesRest />
      <dl aria-hidden="true" className={styles.total}>
        <dt>{t(texts.received)}</dt>
        <dd className={styles.bone}>{bone}</dd>
        <dt>{t(texts.givenBack)}</dt>
        <dd className={styles.bone}>{bone}</dd>
        <dt className={styles.sum}>{bone}</dt>
        <dd className={cx(styles.sum, styles.bone)}>{bone}</dd>
      </dl>
    </Card>
  );
}

type TotalsProps = { totals: readonly EarningTotal[] | null; byCommunity: boolean; onChange: () => void };

/** The totals of the viewer's payments, by currency; null while they are loading. */
export function Totals({ totals, byCommunity, onChange }: TotalsProps) {
  const card = useRef<HTMLElement>(null);
  if (totals === null) return <TotalsSkeleton />;
  if (totals.length === 0) return null;
  const onPaid = (done: boolean) => {
    // The button disappears, because nothing is owed any more.
    if (done) card.current?.focus({ preventScroll: true });
    onChange();
  };
  return (
    <Card ref={card} tabIndex={-1} title={t(texts.title)}>
      <div className={styles.totals}>
        {totals.map((total) => (
          <Total key={`${total.currency} ${total.sandbox}`} total={total} {...{ byCommunity, onPaid }} />
        ))}
      </div>
    </Card>
  );
}
