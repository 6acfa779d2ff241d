import { defineMessages } from '@afterhours/contract/base/message';
import {
  type ApplicationStatus,
  MAX_APPLICATION_WORDS,
  REJECTION_MINUTES,
  rejectionTexts,
} from '@afterhours/contract/constants/applications';
import { type FormEvent, useId, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from '../applications.module.css';

const texts = defineMessages('applications.reject', {
  title: 'Reject the application of {name}?',
  lead: '{name} is told in {minutes} minutes. Until then you can take it back.',
  words: 'Message to {name}',
  reject: 'Reject',
});

/** What became of an application that leaves nothing to reject. */
const overtakenTexts = defineMessages('applications.reject.overtaken', {
  withdrawn: '{name} has withdrawn this application.',
  rejected: '{name} was told of a rejection by now.',
  gone: 'This application is no longer there.',
});

type RejectDialogProps = {
  name: string;
  title: string;
  /** How the application stands, or that it is no longer there. */
  now: ApplicationStatus | 'gone';
  open: boolean;
  onClose: () => void;
  /** Returns whether the server has taken it. */
  onReject: (words: string) => Promise<boolean>;
};

/** Rejects an application with words, which are written already. */
export function RejectDialog({ name, title, now, open, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const [usual] = useState(() => t(rejectionTexts.template, { title }));
  const [words, setWords] = useState(usual);
  const [pending, setPending] = useState(false);
  const isOver = now === 'withdrawn' || now === 'rejected' || now === 'gone';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || isOver || words.length > MAX_APPLICATION_WORDS) return;
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
      {...(isOver ? {} : { description: t(texts.lead, { name, minutes: REJECTION_MINUTES }) })}
      form={id}
      submitLabel={t(texts.reject)}
      danger
      dirty={words !== usual && !isOver}
      pending={pending}
      unready={isOver}
    >
      <form id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {isOver && <Banner>{t(overtakenTexts[now], { name })}</Banner>}
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
