import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useId, useState } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import type { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog, type FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import type { EntryKind } from '../content.ts';
import { deleteEntry } from '../entry-commands.ts';
import styles from './editor.module.css';

type Form = Pick<
  ReturnType<typeof useForm<Record<string, string>, unknown>>,
  'form' | 'values' | 'message' | 'failure' | 'pending' | 'wait' | 'onSubmit'
>;

type EditorDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  form: Form;
  /** The form before anything was changed. */
  initial: Record<string, string>;
  extra?: ReactNode;
  lead?: FormDialogProps['lead'];
  submitLabel?: string;
  children: ReactNode;
};

/** A form of the profile in its dialog; what went wrong with it as a whole stands below the fields. */
export function EditorDialog({
  open,
  onClose,
  title,
  form,
  initial,
  extra,
  lead,
  submitLabel,
  children,
}: EditorDialogProps) {
  const id = useId();
  const { form: ref, values, message, failure, pending, wait } = form;
  const dirty = Object.entries(values).some(([name, value]) => value !== initial[name]);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      form={id}
      submitLabel={submitLabel}
      dirty={open && dirty}
      pending={pending}
      unready={wait > 0}
      extra={extra}
      lead={lead}
    >
      <form id={id} ref={ref} noValidate className={styles.form} onSubmit={(event) => void form.onSubmit(event)}>
        {children}
        <FormMessage {...{ message, failure, wait }} />
      </form>
    </FormDialog>
  );
}

type EntryDialogProps = Omit<EditorDialogProps, 'extra'> & {
  kind: EntryKind;
  /** What is being changed; a new one is added without it. */
  entry: { _id: string; title: string } | undefined;
  /** What such a thing is called: "goal". */
  noun: string;
};

/** The same for one entry of a list, which can be deleted here. */
export function EntryDialog({ kind, entry, noun, ...dialog }: EntryDialogProps) {
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
              Delete
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={asking}
        title={`Delete this ${noun}?`}
        confirmLabel="Delete"
        danger
        loading={deleting}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <span dir="auto">“{entry?.title}”</span> is deleted for good.
      </ConfirmDialog>
    </>
  );
}
