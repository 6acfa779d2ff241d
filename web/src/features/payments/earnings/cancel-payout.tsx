import { defineMessages } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import { cancelPayoutBody, MAX_CANCEL_REASON } from '@afterhours/contract/payments/cancel-payout';
import type { RecordedPayout } from '@afterhours/contract/payments/earnings';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { cancelRecord } from './earning-commands.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.cancelRecord', {
  title: 'Cancel the record of {price}?',
  titleOf: 'Cancel the record of {price} to {name}?',
  effect: 'The amount is owed to the host again. The record stays in the list, and the host sees it as cancelled.',
  reason: 'Reason (the host sees it)',
  keep: 'Keep it',
  cancel: 'Cancel record',
});

type CancelPayoutProps = {
  payout: RecordedPayout;
  open: boolean;
  onClose: () => void;
  onCanceled: (canceled: RecordedPayout) => void;
  /** Called when the record differs from the one shown, such as after somebody else has cancelled it. */
  onStale: () => void;
};

/** Asks for the reason, and cancels the record of a transfer. */
export function CancelPayout({ payout, open, onClose, onCanceled, onStale }: CancelPayoutProps) {
  const form = useForm({
    initial: { reason: '' },
    schema: cancelPayoutBody,
    submit: async ({ reason }) => {
      const response = await cancelRecord(payout._id, reason);
      if (response.ok) {
        showSuccess(response.message);
        onClose();
        onCanceled(response.body);
        return undefined;
      }
      if (response.status !== 409) return response;
      showError(response.message);
      onClose();
      onStale();
      return undefined;
    },
  });
  const price = formatPrice(payout, numberLocale());
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={payout.name === null ? t(texts.title, { price }) : t(texts.titleOf, { price, name: payout.name })}
      description={t(texts.effect)}
      submitLabel={t(texts.cancel)}
      cancelLabel={t(texts.keep)}
      danger
      dirty={form.values.reason !== ''}
      className={styles.stack}
    >
      <TextArea {...form.field('reason')} label={t(texts.reason)} minRows={2} limit={MAX_CANCEL_REASON} required />
    </FieldsDialog>
  );
}
