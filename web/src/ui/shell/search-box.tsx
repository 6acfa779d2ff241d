import { defineMessages } from '@afterhours/contract/base/message';
import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './search-box.module.css';

const texts = defineMessages('ui.search', {
  find: 'Find',
  recent: 'Recent',
  remove: 'Remove “{term}”',
  suggestions: 'Suggestions',
  found: '{count, plural, one {# suggestion} other {# suggestions}}',
});

export type SearchBoxProps = {
  /** Trimmed, never empty. */
  onSearch: (keyword: string) => void;
  /** What the page shows results for. */
  current?: string;
  /** The last terms, newest first; offered while the box has the focus. */
  recent?: string[];
  onForget?: (term: string) => void;
  onClear?: () => void;
  /** Called with each change of what is typed, trimmed. */
  onType?: (text: string) => void;
  /** What begins with the typed text; shown instead of the recent terms. */
  suggestions?: SearchSuggestion[];
};

export type SearchSuggestion = {
  key: string;
  /** Address of the page that it leads to. */
  to: string;
  label: string;
  detail?: string | null;
  picture: ReactNode;
};

/** The id of the input: the `/` key leads to it. */
export const searchInputId = 'find';
const MAX_LENGTH = 200;
const NONE: SearchSuggestion[] = [];

const stopsOf = (form: HTMLFormElement | null) =>
  Array.from(form?.querySelectorAll<HTMLElement>('input, [data-term]') ?? []);

/** Arrows walk from the input through the recent terms; Escape leaves. */
function walk(form: HTMLFormElement, event: KeyboardEvent) {
  const stops = stopsOf(form);
  const focused = document.activeElement as HTMLElement;
  if (event.key === 'Escape') focused.blur();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const at = stops.findIndex((stop) => stop === focused || stop.parentElement === focused.parentElement);
  stops[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus();
}

type RecentProps = Required<Pick<SearchBoxProps, 'recent'>> &
  Pick<SearchBoxProps, 'onForget' | 'onClear'> & { onChoose: (term: string) => void };

/** What was searched for last. A removed term leaves the focus to its neighbour. */
function Recent({ recent, onForget, onClear, onChoose }: RecentProps) {
  const list = useRef<HTMLDivElement>(null);
  const stops = () => stopsOf(list.current?.closest('form') ?? null);
  const forget = (term: string, at: number) => {
    // The input is the first of the stops.
    const neighbour = stops()[at + 2] ?? stops()[at];
    neighbour?.focus();
    onForget?.(term);
  };
  const clear = () => {
    stops()[0]?.focus();
    onClear?.();
  };
  return (
    <div ref={list} className={styles.recent}>
      <p className={styles.heading}>
        {t(texts.recent)}
        {onClear && (
          <button type="button" className={styles.clear} onClick={clear}>
            {t(words.clear)}
          </button>
        )}
      </p>
      <ul className={styles.list}>
        {recent.map((term, at) => (
          <li key={term} className={styles.item}>
            <button
              type="button"
              data-term=""
              className={styles.term}
              onClick={() => onChoose(term)}
              onKeyDown={(event) => event.key === 'Delete' && onForget && forget(term, at)}
            >
              <Icon icon={History} size={16} />
              <bdi>{term}</bdi>
            </button>
            {onForget && (
              <IconButton icon={X} size={18} label={t(texts.remove, { term })} onClick={() => forget(term, at)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The people and tags that the typed text begins; each leads to its own page. */
function Suggestions({ suggestions, onChoose }: { suggestions: SearchSuggestion[]; onChoose: () => void }) {
  return (
    <div className={styles.recent}>
      <ul className={styles.list} aria-label={t(texts.suggestions)}>
        {suggestions.map(({ key, to, label, detail, picture }) => (
          <li key={key} className={styles.item}>
            <Link to={to} data-term="" className={styles.term} onClick={onChoose}>
              {picture}
              <span className={styles.words}>
                <bdi>{label}</bdi>{' '}
                {detail && (
                  <bdi dir="auto" className={styles.detail}>
                    {detail}
                  </bdi>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The text of the box: sent, emptied when a suggestion is chosen, and left when either is done. */
function useSearchText({ onSearch, current = '', onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = current;
  }, [current]);
  const leave = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onType?.('');
  };
  const search = (keyword: string) => {
    if (!keyword.trim()) return;
    if (input.current) input.current.value = keyword.trim();
    leave();
    onSearch(keyword.trim());
  };
  const choose = () => {
    if (input.current) input.current.value = '';
    leave();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(input.current?.value ?? '');
  };
  return { input, search, choose, submit };
}

/** The search of the top bar, placeholder Find. */
export function SearchBox(props: SearchBoxProps) {
  const { recent, onForget, onClear, onType, suggestions = NONE } = props;
  const { input, search, choose, submit } = useSearchText(props);
  return (
    // The keys of all that stands in it, wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      role="search"
      className={styles.search}
      onSubmit={submit}
      onKeyDown={(event) => walk(event.currentTarget, event)}
    >
      <div className={styles.row}>
        <input
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
          onChange={(event) => onType?.(event.target.value.trim())}
        />
        <Icon icon={Search} />
      </div>
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} onChoose={choose} />}
      {suggestions.length === 0 && recent && recent.length > 0 && (
        <Recent {...{ recent, onForget, onClear }} onChoose={search} />
      )}
      <VisuallyHidden role="status">
        {suggestions.length > 0 && t(texts.found, { count: suggestions.length })}
      </VisuallyHidden>
    </form>
  );
}
