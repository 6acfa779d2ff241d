import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { indexAfter } from '#lib/text/reading-direction.ts';
import { CountBadge } from '../chips/count-badge.tsx';
import styles from './tabs.module.css';

type TabItem<Id extends string> = {
  id: Id;
  label: string;
  /** The number of items behind the tab, next to the label; below it on phones. */
  total?: string | undefined;
  /** The number of new items. */
  count?: number;
};

type TabsProps<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Controls that filter the content, at the end of the tab row or below it where there is no room. */
  aside?: ReactNode;
  /** The content of the selected tab. */
  children: ReactNode;
};

/** Returns the accessible name of a tab with a total, whose parts are separated only visually. */
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
      <CountBadge count={count} />
    </>
  );
}

/** Tabs that arrow keys select at once; the row wraps where it does not fit. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, aside, children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, at: number) => {
    const next = indexAfter(event.key, at, tabs.length);
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
      {/* The panel is focusable, so that the keyboard can scroll one without controls. */}
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
