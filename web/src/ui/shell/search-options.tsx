import { defineMessages } from '@afterhours/contract/base/message';
import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Icon } from '../text/icon.tsx';
import styles from './search-box.module.css';

const texts = defineMessages('ui.search', {
  recent: 'Recent',
  remove: 'Remove “{term}”',
  suggestions: 'Suggestions',
});

export type SearchSuggestion = {
  key: string;
  /** The address of the page to open. */
  to: string;
  label: string;
  detail?: string | null;
  picture: ReactNode;
};

/** Returns an option's id, which the input refers to as the active one. */
export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

type ListProps = { listId: string; active: number };

/** Returns the props that all options share. Pressing an option leaves the focus in the input. */
const optionOf = ({ listId, active }: ListProps, at: number) => ({
  id: optionId(listId, at),
  role: 'option',
  tabIndex: -1,
  'aria-selected': at === active,
  className: styles.term,
  onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
});

type RecentProps = ListProps & {
  recent: string[];
  onForget?: ((term: string) => void) | undefined;
  onClear?: (() => void) | undefined;
  onChoose: (term: string) => void;
};

/** The recent searches. The buttons that remove a term are next to the list of options, not in it. */
export function Recent({ recent, onForget, onClear, onChoose, ...list }: RecentProps) {
  return (
    <div className={styles.options}>
      <p className={styles.heading}>
        <span id={`${list.listId}-heading`}>{t(texts.recent)}</span>
        {onClear && (
          <button type="button" className={styles.clear} onClick={onClear}>
            {t(words.clear)}
          </button>
        )}
      </p>
      <div className={styles.terms}>
        <div id={list.listId} role="listbox" aria-labelledby={`${list.listId}-heading`}>
          {recent.map((term, at) => (
            <button key={term} type="button" {...optionOf(list, at)} onClick={() => onChoose(term)}>
              <Icon icon={History} size={16} />
              <bdi>{term}</bdi>
            </button>
          ))}
        </div>
        {onForget && (
          <div>
            {recent.map((term) => (
              <IconButton
                key={term}
                icon={X}
                size={18}
                label={t(texts.remove, { term })}
                className={styles.forget}
                onClick={() => onForget(term)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

type SuggestionsProps = ListProps & { suggestions: SearchSuggestion[]; onChoose: () => void };

/** The people and tags that begin with the typed text; each links to its own page. */
export function Suggestions({ suggestions, onChoose, ...list }: SuggestionsProps) {
  return (
    <div className={styles.options}>
      <div id={list.listId} role="listbox" aria-label={t(texts.suggestions)}>
        {suggestions.map(({ key, to, label, detail, picture }, at) => (
          <Link key={key} to={to} {...optionOf(list, at)} onClick={onChoose}>
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
        ))}
      </div>
    </div>
  );
}
