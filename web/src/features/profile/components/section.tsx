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
  /** Beside the title: add another, or change what is here. */
  action?: { kind: 'add' | 'edit'; label: string; onPress: () => void } | undefined;
  /** Nothing here yet: what would be, and the one thing to do. */
  empty?: { text: string; action: string } | undefined;
  children?: ReactNode;
};

/** A part of a profile: a heading, a thin line above, a way to change it where it is mine. */
export function Section({ name, title, action, empty, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        {/* Takes the focus when what had it is gone. */}
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
