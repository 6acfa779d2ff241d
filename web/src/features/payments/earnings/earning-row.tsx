import { defineMessages, type Message } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Earning } from '@afterhours/contract/earnings';
import { useState } from 'react';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { ReceiptLinks } from '../receipts/receipt-links.tsx';
import { playDispute } from './earning-commands.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.row', {
  by: 'By {name}',
  somebody: 'By a former member',
  share: 'Share of the community: {price}',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  charged: 'Taken back by the bank of the payer',
  disputed: 'Disputed: the bank of the payer is looking into it. The seat is kept until it decides.',
  won: 'The dispute ended in your favour.',
  blocked: 'The refund cannot be made, because your account at the provider is closed. Please pay it back yourself.',
  win: 'Sandbox: end it for you',
  lose: 'Sandbox: end it for the payer',
});

/** What has become of a payment, apart from that it was paid. */
function noteOf({ status, dispute, refundBlocked }: Earning): Message | null {
  if (refundBlocked) return texts.blocked;
  if (status === 'refunded') return dispute === 'lost' ? texts.charged : texts.refunded;
  if (dispute === 'open') return texts.disputed;
  if (status === 'refunding') return texts.refunding;
  return dispute === 'won' ? texts.won : null;
}

/** Where the sandbox plays the bank, the host says how it decides. */
function DisputeEnd({ id, onChange }: { id: string; onChange: () => void }) {
  const [busy, setBusy] = useState(false);
  const end = async (won: boolean) => {
    setBusy(true);
    const answer = await playDispute(id, won);
    setBusy(false);
    (answer.ok ? showSuccess : showError)(answer.message);
    onChange();
  };
  return (
    <div className={styles.buttons}>
      <Button size="small" disabled={busy} onClick={() => void end(true)}>
        {t(texts.win)}
      </Button>
      <Button size="small" disabled={busy} onClick={() => void end(false)}>
        {t(texts.lose)}
      </Button>
    </div>
  );
}

/** A payment for a webinar of the viewer. */
export function EarningRow({ earning, onChange }: { earning: Earning; onChange: () => void }) {
  const { title, payer, paidAt, amount, share, currency, status, dispute, sandbox } = earning;
  const price = (sum: number): string => formatPrice({ amount: sum, currency }, numberLocale());
  const note = noteOf(earning);
  return (
    <div ref={keepFocus} className={styles.row}>
      <div className={styles.what}>
        <strong>
          <TextLink to={`/p/${earning.parent_id}`}>
            <bdi>{title}</bdi>
          </TextLink>
        </strong>
        <span className={styles.note}>
          {payer === null ? t(texts.somebody) : <Sentence text={texts.by} values={{ name: payer }} />} ·{' '}
          <Time value={paidAt} />
        </span>
        {note && <span className={styles.note}>{t(note)}</span>}
        <ReceiptLinks of={earning} />
        {sandbox && dispute === 'open' && status !== 'refunded' && <DisputeEnd id={earning._id} onChange={onChange} />}
      </div>
      <div className={styles.amount}>
        <span className={status === 'refunded' ? styles.back : undefined}>{price(amount)}</span>
        {share > 0 && <span className={styles.note}>{t(texts.share, { price: price(share) })}</span>}
      </div>
    </div>
  );
}
