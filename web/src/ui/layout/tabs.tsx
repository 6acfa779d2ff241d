import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Badge } from '../text/badge.tsx';
import styles from './tabs.module.css';

type TabItem<Id extends string> = {
  id: Id;
  label: string;
  /** How much there is behind it, beside the label; below it on phones. */
  total?: string | undefined;
  /** How much of that is new. */
  count?: number;
};

type TabsProps<Id extends string> = {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** At the end of the row of tabs, below it where there is no room: what narrows the content. */
  aside?: ReactNode;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** The index an arrow, Home or End leads to; arrows wrap. */
function tabAfter(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}

/** What is read of a tab with a total, whose parts are apart only to the eye. */
const nameOf = ({ label, total, count }: Omit<TabItem<string>, 'id'>): string =>
  [label, total, ...(count ? [count] : [])].join(' · ');

function Label({ label, total, count = 0 }: Omit<TabItem<string>, 'id'>) {
  return (
    <>
      {count ? `${label} ` : label}
      {total !== undefined && (
        <span className={styles.total}>
          <span className={styles.dot}> · </span>
          {total}
        </span>
      )}
      <Badge count={count} />
    </>
  );
}

/** Tabs, chosen by arrow keys at once; the row wraps where it does not fit. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, aside, children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, at: number) => {
    const next = tabAfter(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div>
      <div className={styles.row}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list}>
          {tabs.map((tab, at) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              aria-label={tab.total === undefined ? undefined : nameOf(tab)}
              aria-selected={tab.id === value}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === value ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(tab.id)}
              onKeyDown={(event) => move(event, at)}
            >
              <Label {...tab} />
            </button>
          ))}
        </div>
        {aside}
      </div>
      {/* A panel takes the focus, so that the keyboard can scroll one that holds nothing to press. */}
      <div
        id={`${base}-panel`}
        role="tabpanel"
        aria-labelledby={`${base}-${value}`}
        tabIndex={0}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}
