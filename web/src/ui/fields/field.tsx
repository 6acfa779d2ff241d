import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './field.module.css';

export type FieldText = {
  label: string;
  /** Stays visible next to an error. */
  hint?: ReactNode;
  error?: string;
  /** Marks the label and informs assistive technology; the form itself validates (`noValidate`). */
  required?: boolean;
  /** Hides the label visually; screen readers still announce it. */
  hideLabel?: boolean;
};

type ControlAria = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FieldProps = FieldText & { id?: string; className?: string; children: (control: ControlAria) => ReactNode };

/** Scrolls a new error into view if its control has the focus: in a low dialog, the error is below the edge. */
function useErrorInView(error: string | undefined): RefObject<HTMLParagraphElement | null> {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const message = place.current;
    if (!error || !message?.parentElement?.contains(document.activeElement)) return;
    // Newer browsers return a promise here, which React would take for the effect's cleanup function.
    message.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  return place;
}

/** Connects label, control, error and hint. The control must spread the props passed to `children`. */
export function Field({ label, hint, error, required, hideLabel, id, className, children }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const errorPlace = useErrorInView(error);
  const described = [error && `${control}-error`, hint && `${control}-hint`].filter(Boolean).join(' ');
  const name = (
    <label htmlFor={control} className={styles.label}>
      {/* It may be a member's text, such as a question to applicants. */}
      <bdi>{label}</bdi>
      {required && (
        <span aria-hidden="true" className={styles.mark}>
          {' *'}
        </span>
      )}
    </label>
  );
  return (
    <div className={className ?? styles.field}>
      {hideLabel ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      {children({
        id: control,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error && (
        <p ref={errorPlace} id={`${control}-error`} className={styles.error}>
          <Icon icon={CircleAlert} size={16} />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${control}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
