import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'required'> & FieldText;

/** Types that hold text in any script; addresses and numbers always run from left to right. */
const written: ReadonlySet<string> = new Set(['text', 'search']);

/** The longest text that the API searches for. */
const MAX_SEARCHED = 200;

/** A single-line text field. Accepts the props of an input (including `{...register('email')}`). */
export function TextField({ label, hint, error, required, hideLabel, id, className, ...input }: TextFieldProps) {
  const { type = 'text' } = input;
  return (
    <Field {...{ label, hint, error, required, hideLabel, id }}>
      {(aria) => (
        <input
          dir={written.has(type) ? 'auto' : undefined}
          maxLength={type === 'search' ? MAX_SEARCHED : undefined}
          {...input}
          {...aria}
          type={type}
          className={cx(styles.control, className)}
        />
      )}
    </Field>
  );
}
