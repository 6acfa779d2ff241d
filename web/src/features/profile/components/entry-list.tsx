import { defineMessages } from '@afterhours/contract/base/message';
import Pencil from 'lucide-react/icons/pencil';
import { type ComponentType, type ReactNode, useState } from 'react';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { words } from '#ui/text/words.ts';
import styles from './entry-list.module.css';

const texts = defineMessages('profile.entries', {
  edit: 'Edit {title}',
  less: 'Less more',
  lessOf: 'Less more: {label}',
  moreOf: 'See more: {label}',
});

const SHOWN = 3;

type EntryListProps<E> = {
  /** The accessible name of the list, because its heading is beside the button. */
  label: string;
  entries: readonly E[];
  Text: ComponentType<{ entry: E }>;
  onEdit: ((entry: E) => void) | undefined;
  /** Shows the entries as chips beside each other, each a button for its owner, instead of rows. */
  chips: boolean;
};

/** A title as a chip; on the viewer's own profile a click edits it. */
function ChipText({ title, onEdit }: { title: string; onEdit: (() => void) | undefined }) {
  const text = <bdi>{title}</bdi>;
  if (!onEdit) return <span className={styles.chip}>{text}</span>;
  return (
    <button type="button" className={styles.chip} aria-label={t(texts.edit, { title })} onClick={onEdit}>
      {text}
      <Icon icon={Pencil} size={16} />
    </button>
  );
}

/**
 * Shows three entries, then all on request. Pencils appear on hover and focus, and are always there on touch screens.
 */
export function EntryList<E extends { _id: string; title: string }>(props: EntryListProps<E>) {
  const { label, entries, Text, onEdit, chips } = props;
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <>
      <ul className={chips ? styles.chips : styles.list}>
        {shown.map((entry) =>
          chips ? (
            <li key={entry._id}>
              <ChipText title={entry.title} onEdit={onEdit && (() => onEdit(entry))} />
            </li>
          ) : (
            <li key={entry._id} className={styles.entry}>
              {/* The text direction of the first words applies to all lines. */}
              <div dir="auto" className={styles.text}>
                <Text entry={entry} />
              </div>
              {onEdit && (
                <IconButton
                  icon={Pencil}
                  size={18}
                  label={t(texts.edit, { title: entry.title })}
                  className={styles.pencil}
                  onClick={() => onEdit(entry)}
                />
              )}
            </li>
          ),
        )}
      </ul>
      {entries.length > SHOWN && (
        <Button
          key={String(all)}
          ref={focusArrival}
          size="small"
          variant="quiet"
          aria-expanded={all}
          aria-label={t(all ? texts.lessOf : texts.moreOf, { label })}
          className={styles.more}
          onClick={() => setAll(!all)}
        >
          {t(all ? texts.less : words.seeMore)}
        </Button>
      )}
    </>
  );
}

type EntryTextProps = { title: string; lines?: readonly (string | null | undefined)[]; children?: ReactNode };

/** The text of an entry: its title, secondary lines, and a description. */
export function EntryText({ title, lines, children }: EntryTextProps) {
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {lines?.map(
        (line) =>
          line && (
            <p key={line} className={styles.line}>
              {line}
            </p>
          ),
      )}
      {children && (
        <div dir="auto" className={styles.description}>
          {children}
        </div>
      )}
    </>
  );
}
