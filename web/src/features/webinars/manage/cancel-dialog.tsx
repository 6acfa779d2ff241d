import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_CANCEL_WORDS } from '@afterhours/contract/constants/webinars';
import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { type FormEvent, useId, useState } from 'react';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { FailureBanner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { cancelWebinar } from '../webinar-commands.ts';
import styles from '../webinars.module.css';

const texts = defineMessages('webinars.cancel', {
  title: 'Cancel this webinar?',
  what: 'Everyone with a seat, or on the waiting list, is notified by email. This cannot be undone.',
  whatPaid:
    'Everyone with a seat, or on the waiting list, is notified by email, and payments are refunded. ' +
    'This cannot be undone.',
  words: 'Message to attendees',
  optional: 'It’s included in the email. You can leave it empty.',
  keep: 'Keep it',
  cancel: 'Cancel webinar',
});

type CancelDialogProps = { webinar: ManagedWebinar; open: boolean; onClose: () => void; onDone: () => void };

/** Cancels a webinar, with a text to its attendees. */
export function CancelDialog({ webinar, open, onClose, onDone }: CancelDialogProps) {
  const form = useId();
  const [words, setWords] = useState('');
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const response = await cancelWebinar(webinar._id, words);
    setPending(false);
    setRefusal(response.ok ? null : response.message);
    // The webinar differs from the page, such as after a change in another tab.
    if (!response.ok && response.status === 409) onDone();
    if (!response.ok) return;
    showSuccess(response.message);
    onClose();
    onDone();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      description={t(webinar.isPaid ? texts.whatPaid : texts.what)}
      form={form}
      submitLabel={t(texts.cancel)}
      cancelLabel={t(texts.keep)}
      danger
      dirty={words.trim() !== ''}
      pending={pending}
    >
      <form id={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {refusal !== null && <FailureBanner>{refusal}</FailureBanner>}
        <TextArea
          label={t(texts.words)}
          hint={t(texts.optional)}
          minRows={3}
          limit={MAX_CANCEL_WORDS}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
