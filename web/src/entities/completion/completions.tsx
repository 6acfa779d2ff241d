import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { t } from '#lib/text/translate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { floatBeside } from '#ui/overlays/anchor.ts';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import type { CompletionsProps } from './completing-text-area.tsx';
import type { Completion, Sign } from './completion-sources.ts';
import styles from './completions.module.css';
import { useCompletions } from './use-completions.ts';

const texts = defineMessages('completion', {
  people: 'Suggested members',
  hashtags: 'Suggested hashtags',
  peopleStatus:
    '{count, plural, one {# member} other {# members}} suggested. Use the arrow keys to choose and Enter to insert.',
  hashtagsStatus:
    '{count, plural, one {# hashtag} other {# hashtags}} suggested. Use the arrow keys to choose and Enter to insert.',
});
const byName = {
  '@': { label: texts.people, status: texts.peopleStatus },
  '#': { label: texts.hashtags, status: texts.hashtagsStatus },
};

/** Announces on the text field that it has a list, and which option is active. */
function useDescribedField(field: CompletionsProps['field'], listId: string, optionId: string | null): void {
  useEffect(() => {
    field.current?.setAttribute('aria-autocomplete', 'list');
  }, [field]);
  useEffect(() => {
    const element = field.current;
    if (!element || optionId === null) return undefined;
    element.setAttribute('aria-controls', listId);
    element.setAttribute('aria-activedescendant', optionId);
    document.getElementById(optionId)?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      element.removeAttribute('aria-controls');
      element.removeAttribute('aria-activedescendant');
    };
  }, [field, listId, optionId]);
}

function Suggestion({ sign, completion: { written, person } }: { sign: Sign; completion: Completion }) {
  const name = <bdi className={styles.written}>{`${sign}${written}`}</bdi>;
  if (!person) return name;
  return (
    <>
      <Avatar name={person.name} src={person.image} size={32} />
      <span className={styles.who}>
        <bdi className={styles.name}>{person.name}</bdi>
        {name}
      </span>
    </>
  );
}

/** The list of suggestions for the word at the caret, and its keys. */
export function Completions({ field, onValue }: CompletionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { sign, suggestions, chosen, choose, take } = useCompletions({ field, onValue });
  const { length } = suggestions;
  useDescribedField(field, id, length > 0 ? `${id}-${chosen}` : null);
  useLayoutEffect(() => {
    if (length === 0 || !list.current || !field.current) return undefined;
    return floatBeside(list.current, field.current, 'bottom-start');
  }, [length, field]);
  return (
    <>
      <VisuallyHidden role="status">{length > 0 && t(byName[sign].status, { count: length })}</VisuallyHidden>
      {length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label={t(byName[sign].label)} className={styles.list}>
          {suggestions.map((completion, at) => (
            // The text field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={completion.key}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              className={styles.option}
              // Keys and mouse share one choice; a list that opens below a resting mouse does not change it.
              onMouseMove={() => choose(at)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(completion)}
            >
              <Suggestion sign={sign} completion={completion} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}
