import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useState } from 'react';
import { useAskBeforeLeaving } from '#lib/forms/use-ask-before-leaving.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

const texts = defineMessages('ui.formDialog', {
  discardTitle: 'Discard your changes?',
  keepEditing: 'Keep editing',
  notSaved: 'What you changed here is not saved yet.',
});

export type FormDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'size' | 'children'> & {
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
  /** Shown before the buttons: Delete, Remove. */
  extra?: ReactNode;
  /** Above the form, ways to other dialogs; `mayLeave` asks whether changes are discarded. */
  lead?: ((mayLeave: () => boolean | Promise<boolean>) => ReactNode) | undefined;
};

/** Asks before changes are lost: `mayClose` resolves to the answer. */
function useLeaveQuestion({ dirty, pending, open, onClose }: FormDialogProps) {
  // Takes the answer while the question is shown.
  const [asking, setAsking] = useState<((leave: boolean) => void) | null>(null);
  const decide = (leave: boolean) => {
    setAsking(null);
    asking?.(leave);
  };
  const mayClose = (): boolean | Promise<boolean> => {
    if (pending) return false;
    if (!dirty) return true;
    // Asked again before the answer, as by Back after Escape: only the last one is answered.
    asking?.(false);
    return new Promise((resolve) => setAsking(() => resolve));
  };
  useAskBeforeLeaving({ active: open && dirty, mayLeave: mayClose, onLeave: onClose });
  const question = (
    <ConfirmDialog
      open={asking !== null}
      title={t(texts.discardTitle)}
      confirmLabel={t(words.discard)}
      cancelLabel={t(texts.keepEditing)}
      danger
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    >
      {t(texts.notSaved)}
    </ConfirmDialog>
  );
  return { mayClose, question };
}

/** A dialog around a form. Changes that are not saved are only lost after a question. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    submitLabel = t(words.save),
    dirty: _dirty,
    pending,
    unready = false,
    danger = false,
    extra,
    lead,
    children,
    ...dialog
  } = props;
  const { mayClose, question } = useLeaveQuestion(props);
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
            <Button onClick={() => void cancel()}>{t(words.cancel)}</Button>
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
        {lead?.(mayClose)}
        {children}
      </Dialog>
      {question}
    </>
  );
}
