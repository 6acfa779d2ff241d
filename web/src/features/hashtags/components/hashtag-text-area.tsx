import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react';
import { TextArea } from '#ui/fields/text-area.tsx';
import { floatBeside } from '#ui/overlays/anchor.ts';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { useHashtagSuggestions } from '../use-hashtag-suggestions.ts';
import styles from './hashtag-text-area.module.css';

type HashtagTextAreaProps = Omit<ComponentProps<typeof TextArea>, 'onKeyDown' | 'onSelect' | 'ref'> & {
  onValue: (text: string) => void;
};

/** Text in which a `#` brings suggestions of hashtags; the focus stays in the text. */
export function HashtagTextArea({ onValue, onBlur, ...area }: HashtagTextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { tags, chosen, take, onKeyDown, look, leave } = useHashtagSuggestions(field, onValue);
  const open = tags.length > 0;
  useLayoutEffect(() => {
    if (!open || !list.current || !field.current) return undefined;
    return floatBeside(list.current, field.current, 'bottom-start');
  }, [open]);
  return (
    <div>
      <TextArea
        {...area}
        ref={field}
        aria-autocomplete="list"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open ? `${id}-${chosen}` : undefined}
        onKeyDown={onKeyDown}
        onSelect={look}
        onBlur={(event) => {
          leave();
          onBlur?.(event);
        }}
      />
      <VisuallyHidden role="status">
        {open &&
          `${tags.length === 1 ? '1 hashtag' : `${tags.length} hashtags`} suggested. Arrows choose, Enter takes.`}
      </VisuallyHidden>
      {open && (
        <div ref={list} id={id} role="listbox" aria-label="Suggested hashtags" className={styles.list}>
          {tags.map((tag, at) => (
            // The keys are those of the text, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={tag._id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              className={styles.tag}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(tag)}
            >
              #{tag.title}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
