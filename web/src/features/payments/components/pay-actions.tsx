import { Button } from '#ui/buttons/button.tsx';
import { webinarPrice } from '../payment-commands.ts';
import styles from './pay-dialog.module.css';

type PayActionsProps = { processing: boolean; disabled?: boolean; onCancel: () => void };

/** The end of a card form; it stays in sight however long the form is. */
export function PayActions({ processing, disabled = false, onCancel }: PayActionsProps) {
  return (
    <div className={styles.actions}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" loading={processing} disabled={disabled}>
        Pay {webinarPrice}
      </Button>
    </div>
  );
}
