import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'required' | 'multiple'> & FieldText;

/** The browser's native select, which every phone and screen reader supports; children are `<option>`s. */
export function Select({ label, hint, error, required, hideLabel, id, className, children, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, required, hideLabel, id }}>
      {(aria) => (
        <div className={styles.wrap}>
          <select {...select} {...aria} className={cx(styles.control, styles.select, className)}>
            {children}
          </select>
          <Icon icon={ChevronDown} className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
