import { defineMessages } from '@afterhours/contract/base/message';
import { countCharacters } from '@afterhours/contract/constants/fields';
import { type ComponentProps, type CSSProperties, type FormEvent, useState } from 'react';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

const texts = defineMessages('ui.textArea', {
  left: '{count} left',
  tooMany: '{count} too many',
});

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'required' | 'maxLength' | 'rows'> &
  FieldText & {
    minRows?: number;
    maxRows?: number;
    /**
     * Shows the remaining characters from 80 % of the limit on. Longer input is allowed, so that the writer can shorten
     * a pasted text.
     */
    limit?: number;
  };

/** Sets the height from the text in browsers without `field-sizing`. */
function grow(area: HTMLTextAreaElement) {
  if (globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + 2}px`;
}

/** A text area that grows with its text from `minRows` to `maxRows`, then scrolls. */
export function TextArea({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  className,
  minRows = 3,
  maxRows = 12,
  limit,
  onInput,
  ...area
}: TextAreaProps) {
  const [typed, setTyped] = useState(0);
  const length = typeof area.value === 'string' ? countCharacters(area.value) : typed;
  const input = (event: FormEvent<HTMLTextAreaElement>) => {
    grow(event.currentTarget);
    setTyped(countCharacters(event.currentTarget.value));
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
  };
  return (
    <Field {...{ label, hint, error, required, hideLabel, id }}>
      {(aria) => (
        <>
          <textarea
            dir="auto"
            {...area}
            {...aria}
            rows={minRows}
            onInput={input}
            style={{ '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties}
            className={cx(styles.control, styles.area, className)}
          />
          {limit !== undefined && length > limit * 0.8 && (
            <span role="status" className={cx(styles.count, length > limit && styles.over)}>
              {t(length > limit ? texts.tooMany : texts.left, { count: formatCount(Math.abs(limit - length)) })}
            </span>
          )}
        </>
      )}
    </Field>
  );
}
