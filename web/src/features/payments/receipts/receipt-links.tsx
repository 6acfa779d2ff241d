import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { words } from '#ui/text/words.ts';
import styles from './receipts.module.css';

const texts = defineMessages('receipts.links', { receipt: 'Receipt', creditNote: 'Credit note' });

/** The list that links to a receipt, in the state of the history entry, so that the receipt can lead back to it. */
export type ReceiptOrigin = 'payments' | 'earnings';

type ReceiptLinksProps = { of: { receipt: string | null; creditNote: string | null }; from: ReceiptOrigin };

/** Links to the receipt and credit note of a payment; nothing for payments older than receipts. */
export function ReceiptLinks({ of: { receipt, creditNote }, from }: ReceiptLinksProps) {
  const linkTo = (number: string, action: MessageDescriptor) => (
    <TextLink
      to={`/me/receipts/${number}`}
      state={{ from }}
      aria-label={t(words.ofRow, { action: t(action), row: number })}
    >
      {t(action)}
    </TextLink>
  );
  if (receipt === null && creditNote === null) return null;
  return (
    <span className={styles.links}>
      {receipt !== null && linkTo(receipt, texts.receipt)}
      {creditNote !== null && linkTo(creditNote, texts.creditNote)}
    </span>
  );
}
