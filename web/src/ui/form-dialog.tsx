import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type FormDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'size' | 'children'> & {
  /** The id of the form inside, which the button in the foot sends. */
  form: string;
  submitLabel?: string;
  /** Something was changed: closing asks first. */
  dirty: boolean;
  /** Being sent: nothing closes it, nothing is sent twice. */
  pending: boolean;
  /** Not to be pressed now, such as while a server asks to wait. */
  unready?: boolean;
  /** What it does cannot be undone. */
  danger?: boolean;
  /** Stands before the buttons: Delete, Remove. */
  extra?: ReactNode;
};

/** A dialog around a form: what was written and not saved is only left after a question. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    submitLabel = 'Save',
    dirty,
    pending,
    unready = false,
    danger = false,
    extra,
    children,
    ...dialog
  } = props;
  const [asking, setAsking] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);
  const decide = (leave: boolean) => {
    setAsking(false);
    answer.current(leave);
  };
  const mayClose = (): boolean | Promise<boolean> => {
    if (pending) return false;
    if (!dirty) return true;
    setAsking(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const cancel = async () => {
    if (await mayClose()) dialog.onClose();
  };
  return (
    <>
      <Dialog
        {...dialog}
        onBeforeClose={mayClose}
        footer={
          <>
            {extra}
            <Button onClick={() => void cancel()}>Cancel</Button>
            <Button
              type="submit"
              form={form}
              variant={danger ? 'danger' : 'primary'}
              loading={pending}
              aria-disabled={unready || undefined}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={() => decide(true)}
        onCancel={() => decide(false)}
      >
        What you changed here is not saved yet.
      </ConfirmDialog>
    </>
  );
}
