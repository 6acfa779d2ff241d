import { useId } from 'react';
import type { FormControls } from '#lib/forms/use-form.ts';
import { FormDialog, type FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import { FormMessage } from './components/form-message.tsx';

type FieldsDialogProps = Omit<FormDialogProps, 'form' | 'pending'> & {
  of: FormControls;
  /** That of the form. */
  className?: string | undefined;
};

/** A dialog with the fields of one form; an error that belongs to none of them is shown above them. */
export function FieldsDialog({ of, className, unready = false, children, ...dialog }: FieldsDialogProps) {
  const id = useId();
  const { form, message, failure, wait, pending, onSubmit } = of;
  return (
    <FormDialog {...dialog} form={id} pending={pending} unready={unready || wait > 0}>
      <form id={id} ref={form} noValidate className={className} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        {children}
      </form>
    </FormDialog>
  );
}
