import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { Icon } from '../icon.tsx';
import styles from './search-box.module.css';

export type SearchBoxProps = {
  /** Trimmed, never empty. */
  onSearch: (keyword: string) => void;
  /** The last terms, newest first; offered while the box has the focus. */
  recent?: string[];
};

/** The id of the input: the `/` key leads to it. */
export const searchInputId = 'find';

/** Arrows walk from the input through the recent terms; Escape leaves. */
function walk(form: HTMLFormElement, event: KeyboardEvent) {
  const stops = Array.from(form.querySelectorAll<HTMLElement>('input, button'));
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Escape') stops[at]?.blur();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  stops[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus();
}

/** The search of the top bar, placeholder Find. */
export function SearchBox({ onSearch, recent }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const search = (keyword: string) => {
    if (!keyword.trim()) return;
    if (input.current) input.current.value = keyword.trim();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onSearch(keyword.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(input.current?.value ?? '');
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { form } = event.currentTarget as HTMLInputElement | HTMLButtonElement;
    if (form) walk(form, event);
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <div className={styles.row}>
        <input
          ref={input}
          id={searchInputId}
          type="search"
          name="keyword"
          placeholder="Find"
          aria-label="Find"
          autoComplete="off"
          enterKeyHint="search"
          className={styles.input}
          onKeyDown={onKey}
        />
        <Icon icon={Search} />
      </div>
      {recent && recent.length > 0 && (
        <div className={styles.recent}>
          <p className={styles.heading}>Recent</p>
          <ul className={styles.list}>
            {recent.map((term) => (
              <li key={term}>
                <button type="button" className={styles.term} onKeyDown={onKey} onClick={() => search(term)}>
                  <Icon icon={History} size={16} />
                  {term}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
