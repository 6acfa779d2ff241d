import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { words } from '#ui/text/words.ts';
import styles from './pay-dialog.module.css';

const texts = defineMessages('payments.actions', {
  pay: 'Pay {price}',
});

type PayActionsProps = { price: string; processing: boolean; disabled?: boolean; onCancel: () => void };

/** The buttons below a card form; they stay in view below a long form too. */
export function PayActions({ price, processing, disabled = false, onCancel }: PayActionsProps) {
  return (
    <div className={styles.actions}>
      <Button onClick={onCancel}>{t(words.cancel)}</Button>
      <Button type="submit" variant="primary" loading={processing} disabled={disabled}>
        {t(texts.pay, { price })}
      </Button>
    </div>
  );
}
