import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useState } from 'react';
import { useUnloadQuestion } from '#lib/forms/use-unload-question.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CloseButton, Dialog, type DialogProps, HoldDialog } from './dialog.tsx';

const texts = defineMessages('ui.formDialog', {
  discardTitle: 'Discard your changes?',
  keepEditing: 'Keep editing',
  notSaved: 'Your changes haven’t been saved.',
});

export type FormDialogProps = Pick<DialogProps, 'open' | 'title' | 'description' | 'size' | 'children'> & {
  onClose: () => void;
  /** The id of the form inside, which the button in the footer submits. */
  form: string;
  submitLabel?: string;
  cancelLabel?: string;
  /** Whether there are changes: closing then asks first. */
  dirty: boolean;
  /** Whether the form is being sent: then it cannot be closed or submitted again. */
  pending: boolean;
  /** Disables the submit button for now, such as while the server asks to wait. */
  unready?: boolean;
  /** For actions that cannot be undone. */
  danger?: boolean;
  /** Shown before the buttons, such as Delete or Remove. */
  extra?: ReactNode;
};

/** Asks before the changes in an open form are lost. `mayClose` resolves to the decision. */
export function useLeaveQuestion({ dirty, open }: Pick<FormDialogProps, 'dirty' | 'open'>) {
  // Resolves the decision while the question is shown.
  const [asking, setAsking] = useState<((leave: boolean) => void) | null>(null);
  const decide = (leave: boolean) => {
    setAsking(null);
    asking?.(leave);
  };
  const mayClose = (): boolean | Promise<boolean> => {
    if (!dirty) return true;
    // If it is asked again before a decision, only the last request gets the decision.
    asking?.(false);
    return new Promise((resolve) => setAsking(() => resolve));
  };
  useUnloadQuestion(open && dirty);
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

/** A dialog around a form. Unsaved changes are discarded only after a confirmation. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    submitLabel = t(words.save),
    cancelLabel = t(words.cancel),
    dirty: _dirty,
    pending,
    unready = false,
    danger = false,
    extra,
    children,
    ...dialog
  } = props;
  const { mayClose, question } = useLeaveQuestion(props);
  return (
    <>
      <Dialog
        {...dialog}
        onBeforeClose={mayClose}
        footer={
          <>
            {extra}
            <CloseButton>{cancelLabel}</CloseButton>
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
        <HoldDialog held={pending} />
        {children}
      </Dialog>
      {question}
    </>
  );
}
