import { defineMessages } from '@afterhours/contract/base/message';
import {
  MAX_APPLICATION_WORDS,
  REJECTION_MINUTES,
  rejectionTexts,
  statusNames,
} from '@afterhours/contract/constants/applications';
import { countCharacters } from '@afterhours/contract/constants/fields';
import { type Application, applicationMessages } from '@afterhours/contract/jobs/applications';
import { type FormEvent, useId, useState } from 'react';
import { formatClock } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from '../applications.module.css';
import { standingTexts } from './standing-texts.ts';

const texts = defineMessages('applications.reject', {
  title: 'Reject {name}’s application?',
  lead: '{name} will be notified in {minutes} minutes. Until then you can undo this.',
  words: 'Message to {name}',
  reject: 'Reject',
});

/** Why an application can no longer be rejected. */
const tooLateTexts = defineMessages('applications.reject.tooLate', {
  rejected: '{name} has already been notified.',
  moved: 'This application has since been set to “{status}”.',
});

/** Returns what has happened elsewhere in the meantime that makes the rejection pointless; null if nothing has. */
function tooLateText(initial: Application, current: Application | undefined): string | null {
  if (!current) return t(applicationMessages.notFound);
  const { status, rejectsAt } = current;
  const name = current.applicant.firstName;
  if (status === 'withdrawn') return t(standingTexts.withdrawn, { name });
  if (status === 'rejected') return t(tooLateTexts.rejected, { name });
  if (rejectsAt) return t(standingTexts.pending, { name, time: formatClock(rejectsAt) });
  const isMoved = status !== initial.status && (status === 'offer' || status === 'hired');
  return isMoved ? t(tooLateTexts.moved, { status: t(statusNames[status]) }) : null;
}

type RejectDialogProps = {
  title: string;
  /** The application when the dialog was opened. */
  initial: Application;
  /** The application now; undefined if it no longer exists. */
  current: Application | undefined;
  open: boolean;
  onClose: () => void;
  /** Returns whether the server has accepted the rejection. */
  onReject: (words: string) => Promise<boolean>;
};

/** Rejects an application with a message, which is prefilled. */
export function RejectDialog({ title, initial, current, open, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const [usual] = useState(() => t(rejectionTexts.template, { title }));
  const [words, setWords] = useState(usual);
  const [pending, setPending] = useState(false);
  const { firstName: name } = initial.applicant;
  // A change caused by this dialog's own rejection needs no explanation.
  const tooLate = open && !pending ? tooLateText(initial, current) : null;
  const isTooLate = tooLate !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || isTooLate || countCharacters(words) > MAX_APPLICATION_WORDS) return;
    setPending(true);
    const taken = await onReject(words.trim() || usual);
    setPending(false);
    if (taken) onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title, { name })}
      {...(isTooLate ? {} : { description: t(texts.lead, { name, minutes: REJECTION_MINUTES }) })}
      form={id}
      submitLabel={t(texts.reject)}
      danger
      dirty={words !== usual}
      pending={pending}
      unready={isTooLate}
    >
      <form id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {isTooLate && <Banner>{tooLate}</Banner>}
        <TextArea
          label={t(texts.words, { name })}
          minRows={5}
          limit={MAX_APPLICATION_WORDS}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
    </FormDialog>
  );
}
