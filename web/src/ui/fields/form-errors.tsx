import { useEffect, useRef } from 'react';
import styles from './form-errors.module.css';

type FormErrorsProps = {
  /** What is wrong with the form as a whole: the server's message, or "Please check two fields." */
  message: string;
  /** The invalid fields; clicking one focuses the field with this `id` or `name`. */
  fields: { field: string; message: string }[];
};

function focusField(field: string) {
  const control = document.getElementById(field) ?? document.getElementsByName(field)[0];
  control?.focus();
}

/** A form's errors above the form, announced and focused when they change. Render it only when there are errors. */
export function FormErrors({ message, fields }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const messages = [message, ...fields.map((each) => each.message)].join('\n');
  useEffect(() => {
    if (messages) box.current?.focus();
  }, [messages]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.box}>
      <p className={styles.title}>{message}</p>
      {fields.length > 0 && (
        <ul className={styles.list}>
          {fields.map((each) => (
            <li key={each.field}>
              <button type="button" onClick={() => focusField(each.field)}>
                {each.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
