import { defineMessages } from '@afterhours/contract/base/message';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useRef } from 'react';
import { t } from '#lib/text/translate.ts';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './search-box.module.css';
import { Recent, type SearchSuggestion, Suggestions } from './search-options.tsx';
import { useCombobox } from './use-combobox.ts';

const texts = defineMessages('ui.searchBox', {
  find: 'Find',
  found: '{count, plural, one {# suggestion} other {# suggestions}}',
});

export type SearchBoxProps = {
  /** Called with the trimmed text, which is never empty. */
  onSearch: (keyword: string) => void;
  /** The search term of the shown results. */
  current?: string;
  /** The last terms, newest first, offered while the box has the focus. */
  recent?: string[];
  onForget?: (term: string) => void;
  onClear?: () => void;
  /** Called on each change with the trimmed text. */
  onType?: (text: string) => void;
  /** Entries that begin with the typed text; shown instead of the recent terms. */
  suggestions?: SearchSuggestion[];
};

/** The id of the input, which the `/` key focuses. */
export const searchInputId = 'find';
const MAX_LENGTH = 200;
const NONE: SearchSuggestion[] = [];
const NO_TERMS: string[] = [];

/**
 * The text of the box: searches on submit, is emptied when a suggestion is chosen, and loses the focus in both cases.
 */
function useSearchText({ onSearch, current = '', onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = current;
  }, [current]);
  const setText = (text: string) => {
    if (input.current) input.current.value = text;
    onType?.('');
  };
  const leave = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  const search = (keyword: string) => {
    if (!keyword.trim()) return;
    setText(keyword.trim());
    leave();
    onSearch(keyword.trim());
  };
  const choose = () => {
    setText('');
    leave();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(input.current?.value ?? '');
  };
  return { input, setText, search, choose, submit };
}

/** The search box in the top bar. */
export function SearchBox(props: SearchBoxProps) {
  const { recent = NO_TERMS, onForget, onClear, onType, suggestions = NONE } = props;
  const { input, setText, search, choose, submit } = useSearchText(props);
  const isSuggesting = suggestions.length > 0;
  const { isOpen, list, around, show, field } = useCombobox({
    count: isSuggesting ? suggestions.length : recent.length,
    onDelete: isSuggesting || !onForget ? undefined : (at) => onForget(recent[at] ?? ''),
    onClear: () => setText(''),
  });
  // When a button is removed, the focus moves to the box.
  const stay = <Rest extends unknown[]>(act?: (...rest: Rest) => void) =>
    act &&
    ((...rest: Rest) => {
      input.current?.focus();
      act(...rest);
    });
  return (
    <form ref={around} role="search" className={styles.search} onSubmit={submit}>
      <div className={styles.row}>
        <input
          {...field}
          ref={input}
          id={searchInputId}
          dir="auto"
          type="search"
          name="keyword"
          placeholder={t(texts.find)}
          aria-label={t(texts.find)}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_LENGTH}
          className={styles.input}
          onChange={(event) => {
            show();
            onType?.(event.target.value.trim());
          }}
        />
        <Icon icon={Search} />
      </div>
      {isOpen && isSuggesting && <Suggestions {...list} suggestions={suggestions} onChoose={choose} />}
      {isOpen && !isSuggesting && (
        <Recent {...list} recent={recent} onForget={stay(onForget)} onClear={stay(onClear)} onChoose={search} />
      )}
      <VisuallyHidden role="status">
        {isOpen && isSuggesting && t(texts.found, { count: suggestions.length })}
      </VisuallyHidden>
    </form>
  );
}
