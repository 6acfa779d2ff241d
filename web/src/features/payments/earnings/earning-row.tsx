import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { Earning } from '@afterhours/contract/payments/earnings';
import { useRef, useState } from 'react';
import { showError, showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Amount } from '#ui/text/amount.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { ReceiptLinks } from '../receipts/receipt-links.tsx';
import { playDispute } from './earning-commands.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.row', {
  by: 'By {name}',
  somebody: 'By a former member',
  share: 'Community’s share: {price}',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  charged: 'Charged back by the payer’s bank',
  disputed: 'Disputed: the payer’s bank is looking into it. The seat is kept until it decides.',
  won: 'The dispute ended in your favour.',
  blocked: 'The refund cannot be made, because your account at the provider is closed. Please pay it back yourself.',
  returned: 'The payer’s bank has returned the refund: it has to be paid in another way.',
  win: 'Sandbox: decide in your favour',
  lose: 'Sandbox: decide in the payer’s favour',
});

/** Returns what happened to a payment after it was paid. */
function noteOf({ status, dispute, refundBlocked, refundReturned }: Earning): MessageDescriptor | null {
  if (refundBlocked) return texts.blocked;
  if (refundReturned) return texts.returned;
  if (status === 'refunded') return dispute === 'lost' ? texts.charged : texts.refunded;
  if (dispute === 'open') return texts.disputed;
  if (status === 'refunding') return texts.refunding;
  return dispute === 'won' ? texts.won : null;
}

/** In the sandbox the host decides how the bank ends the dispute. */
function DisputeEnd({ id, onEnded }: { id: string; onEnded: (done: boolean) => void }) {
  const [playing, setPlaying] = useState<'won' | 'lost' | null>(null);
  const end = async (how: 'won' | 'lost') => {
    if (playing) return;
    setPlaying(how);
    const response = await playDispute(id, how === 'won');
    setPlaying(null);
    (response.ok ? showSuccess : showError)(response.message);
    onEnded(response.ok);
  };
  return (
    <div className={styles.buttons}>
      <Button size="small" loading={playing === 'won'} onClick={() => void end('won')}>
        {t(texts.win)}
      </Button>
      <Button size="small" loading={playing === 'lost'} onClick={() => void end('lost')}>
        {t(texts.lose)}
      </Button>
    </div>
  );
}

/** A payment for one of the viewer's webinars. */
export function EarningRow({ earning, onChange }: { earning: Earning; onChange: () => void }) {
  const { title, payer, paidAt, amount, share, currency, status, dispute, sandbox } = earning;
  const price = (sum: number) => <Amount of={{ amount: sum, currency }} />;
  const note = noteOf(earning);
  const noteRef = useRef<HTMLElement>(null);
  const onEnded = (done: boolean) => {
    // The buttons disappear, and the note shows the result.
    if (done) noteRef.current?.focus({ preventScroll: true });
    onChange();
  };
  return (
    <div className={styles.row}>
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
        {note && (
          <span ref={noteRef} tabIndex={-1} className={styles.note}>
            {t(note)}
          </span>
        )}
        <ReceiptLinks of={earning} from="earnings" />
        {sandbox && dispute === 'open' && status !== 'refunded' && <DisputeEnd id={earning._id} onEnded={onEnded} />}
      </div>
      <div className={styles.amount}>
        <span className={status === 'refunded' ? styles.back : undefined}>{price(amount)}</span>
        {share > 0 && (
          <span className={styles.note}>
            <Sentence text={texts.share} values={{ price: price(share) }} />
          </span>
        )}
      </div>
    </div>
  );
}
