import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'required'> & FieldText;

/** One line of text. Takes the props of an input (`{...register('email')}` included). */
export function TextField({ label, hint, error, required, hideLabel, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, required, hideLabel, id }}>
      {(aria) => <input type="text" {...input} {...aria} className={cx(styles.control, className)} />}
    </Field>
  );
}
