import Pencil from 'lucide-react/icons/pencil';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import styles from './entry-list.module.css';

const SHOWN = 3;

type EntryListProps<E> = {
  /** What the list is of, for those who cannot see the heading beside the button. */
  label: string;
  entries: readonly E[];
  Text: ComponentType<{ entry: E }>;
  onEdit?: ((entry: E) => void) | undefined;
};

/** Three entries, then all of them. Pencils come on hover and focus, and are always there on touch. */
export function EntryList<E extends { _id: string; title: string }>(props: EntryListProps<E>) {
  const { label, entries, Text, onEdit } = props;
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <>
      <ul className={styles.list}>
        {shown.map((entry) => (
          <li key={entry._id} className={styles.entry}>
            {/* As its first words run, so do the lines below them. */}
            <div dir="auto" className={styles.text}>
              <Text entry={entry} />
            </div>
            {onEdit && (
              <IconButton
                icon={Pencil}
                size={18}
                label={`Edit ${entry.title}`}
                className={styles.pencil}
                onClick={() => onEdit(entry)}
              />
            )}
          </li>
        ))}
      </ul>
      {entries.length > SHOWN && (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={all}
          aria-label={`${all ? 'Less more' : 'See more'}: ${label}`}
          className={styles.more}
          onClick={() => setAll(!all)}
        >
          {all ? 'Less more' : 'See more'}
        </Button>
      )}
    </>
  );
}

type EntryTextProps = { title: string; lines?: readonly (string | null | undefined)[]; children?: ReactNode };

/** What an entry says: title, quiet lines, and a text. */
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
