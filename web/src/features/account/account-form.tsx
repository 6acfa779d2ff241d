import type { ReactNode } from 'react';
import type { FormControls } from '#lib/forms/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './components/account-form.module.css';
import { FormMessage } from './components/form-message.tsx';

type AccountFormProps = {
  of: FormControls;
  submitLabel: string;
  children: ReactNode;
  /** Shown below the button. */
  after?: ReactNode;
};

/** The form of an account page, with its button; an error that belongs to no field is shown above the fields. */
export function AccountForm({ of, submitLabel, children, after }: AccountFormProps) {
  const { form, message, failure, wait, pending, onSubmit } = of;
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className={styles.form}>
      <FormMessage {...{ message, failure, wait }} />
      {children}
      <Button type="submit" variant="primary" wide loading={pending} aria-disabled={wait > 0 || undefined}>
        {submitLabel}
      </Button>
      {after}
    </form>
  );
}
