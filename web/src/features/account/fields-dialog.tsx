import { useId } from 'react';
import type { useForm } from '#lib/forms/use-form.ts';
import { FormDialog, type FormDialogProps } from '#ui/overlays/form-dialog.tsx';
import { FormMessage } from './components/form-message.tsx';

type Form = Pick<
  ReturnType<typeof useForm<Record<string, string>, unknown>>,
  'form' | 'message' | 'failure' | 'wait' | 'pending' | 'onSubmit'
>;

type FieldsDialogProps = Omit<FormDialogProps, 'form' | 'pending' | 'unready'> & {
  of: Form;
  /** That of the form. */
  className?: string | undefined;
};

/** A dialog with the fields of one form; an error that belongs to none of them is shown above them. */
export function FieldsDialog({ of, className, children, ...dialog }: FieldsDialogProps) {
  const id = useId();
  const { form, message, failure, wait, pending, onSubmit } = of;
  return (
    <FormDialog {...dialog} form={id} pending={pending} unready={wait > 0}>
      <form id={id} ref={form} noValidate className={className} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        {children}
      </form>
    </FormDialog>
  );
}
