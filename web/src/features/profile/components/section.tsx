import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { EditorName } from '../editing/editing.ts';
import styles from './section.module.css';

type SectionProps = {
  name: EditorName;
  title: string;
  /** A button beside the title: adds another entry, or edits the text. */
  action: { kind: 'add' | 'edit'; label: string; onPress: () => void } | undefined;
  /** Shown while the section is empty: a hint, and the label of the button. */
  empty: { text: string; action: string } | undefined;
  children?: ReactNode;
};

/** A section of a profile with a heading, and on the viewer's own profile a button to edit it. */
export function Section({ name, title, action, empty, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        {/* Takes the focus when the element that had it is gone. */}
        <h2 id={id} tabIndex={-1} data-section={name} className={styles.title}>
          {title}
        </h2>
        {action && !empty && (
          <IconButton
            icon={action.kind === 'add' ? Plus : Pencil}
            label={action.label}
            className={action.kind === 'edit' ? styles.pencil : undefined}
            onClick={action.onPress}
          />
        )}
      </div>
      {empty ? (
        <div className={styles.empty}>
          <p>{empty.text}</p>
          {action && (
            <Button size="small" icon={Plus} onClick={action.onPress}>
              {empty.action}
            </Button>
          )}
        </div>
      ) : (
        children
      )}
    </section>
  );
}
