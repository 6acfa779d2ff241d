import { defineMessages } from '@afterhours/contract/base/message';
import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { floatBeside } from '#ui/overlays/anchor.ts';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { useHashtagSuggestions } from '../use-hashtag-suggestions.ts';
import styles from './hashtag-text-area.module.css';

const texts = defineMessages('hashtags.suggested', {
  status: '{count, plural, one {# hashtag} other {# hashtags}} suggested. Arrows choose, Enter takes.',
  list: 'Suggested hashtags',
});

type HashtagTextAreaProps = Omit<ComponentProps<typeof TextArea>, 'onKeyDown' | 'onSelect' | 'ref'> & {
  onValue: (text: string) => void;
};

/** A text area in which `#` shows suggestions of hashtags. The focus stays in the text. */
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
      <VisuallyHidden role="status">{open && t(texts.status, { count: tags.length })}</VisuallyHidden>
      {open && (
        <div ref={list} id={id} role="listbox" aria-label={t(texts.list)} className={styles.list}>
          {tags.map((tag, at) => (
            // Keys are handled by the text, which keeps the focus.
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
