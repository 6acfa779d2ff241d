import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import styles from './receipts.module.css';

const texts = defineMessages('receipts.links', { receipt: 'Receipt', creditNote: 'Credit note' });

type ReceiptLinksProps = { of: { receipt: string | null; creditNote: string | null } };

/** Links to the receipt and credit note of a payment; nothing for payments older than receipts. */
export function ReceiptLinks({ of: { receipt, creditNote } }: ReceiptLinksProps) {
  if (receipt === null && creditNote === null) return null;
  return (
    <span className={styles.links}>
      {receipt !== null && <TextLink to={`/me/receipts/${receipt}`}>{t(texts.receipt)}</TextLink>}
      {creditNote !== null && <TextLink to={`/me/receipts/${creditNote}`}>{t(texts.creditNote)}</TextLink>}
    </span>
  );
}
