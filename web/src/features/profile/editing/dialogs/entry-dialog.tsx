import { defineMessages } from '@afterhours/contract/base/message';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import type { EntryKind } from '#features/profile/content.ts';
import { deleteEntry } from '#features/profile/entry-commands.ts';
import type { FormControls } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog, type FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from '../editor.module.css';

const texts = defineMessages('profile.entryDialog', {
  delete: 'Delete',
  question: 'Delete this {kind, select, goals {goal} skills {skill} educations {education} other {experience}}?',
  forGood: '“{title}” is deleted for good.',
});

type EditorDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  form: FormControls & { values: Record<string, string> };
  /** The form before any change. */
  initial: Record<string, string>;
  extra?: ReactNode;
  /** Shown above the form. */
  lead?: ReactNode;
  submitLabel?: string;
  /** A second submit button. `onSubmit` receives which of the two was clicked, before the form is submitted. */
  another?: { label: string; onSubmit: (another: boolean) => void } | undefined;
  size?: FormDialogProps['size'];
  children: ReactNode;
};

/** A form of the profile in its dialog; an error that belongs to no field is shown below the fields. */
export function EditorDialog({
  open,
  onClose,
  title,
  form,
  initial,
  extra,
  lead,
  submitLabel,
  another,
  size,
  children,
}: EditorDialogProps) {
  const id = useId();
  const { form: ref, values, message, failure, pending, wait } = form;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    another?.onSubmit(submitter?.hasAttribute('data-another') ?? false);
    void form.onSubmit(event);
  };
  const dirty = Object.entries(values).some(([name, value]) => value !== initial[name]);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      form={id}
      submitLabel={submitLabel}
      dirty={open && dirty}
      pending={pending}
      unready={wait > 0}
      extra={
        another ? (
          <Button type="submit" form={id} data-another="" loading={pending}>
            {another.label}
          </Button>
        ) : (
          extra
        )
      }
    >
      {lead}
      <form id={id} ref={ref} noValidate className={styles.form} onSubmit={submit}>
        {children}
        <FormMessage {...{ message, failure, wait }} />
      </form>
    </FormDialog>
  );
}

type EntryDialogProps = Omit<EditorDialogProps, 'extra'> & {
  kind: EntryKind;
  /** The entry to edit; without it a new one is added. */
  entry: { _id: string; title: string } | undefined;
};

/** A dialog for one entry of a list, with a button that deletes it. */
export function EntryDialog({ kind, entry, ...dialog }: EntryDialogProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    if (!entry || deleting) return;
    setDeleting(true);
    const failed = await dispatch(deleteEntry(kind, entry._id));
    setDeleting(false);
    setAsking(false);
    if (!failed) dialog.onClose();
  };
  return (
    <>
      <EditorDialog
        {...dialog}
        extra={
          entry && (
            <Button variant="quiet" icon={Trash2} className={styles.delete} onClick={() => setAsking(true)}>
              {t(texts.delete)}
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={asking}
        title={t(texts.question, { kind })}
        confirmLabel={t(texts.delete)}
        danger
        loading={deleting}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <Sentence text={texts.forGood} values={{ title: entry?.title ?? '' }} />
      </ConfirmDialog>
    </>
  );
}
