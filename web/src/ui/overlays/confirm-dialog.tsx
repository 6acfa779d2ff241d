import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import { cx } from '../text/cx.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

type ConfirmDialogProps = {
  open: boolean;
  /** The question: "Delete this post?" */
  title: string;
  /** What will be lost and what will be kept. */
  children?: ReactNode;
  /** The verb from the question: "Delete". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  loading?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Escape and the browser's own ways of closing a dialog cancel. */
const cancelHandlers = (onCancel: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  },
  onCancel: (event: SyntheticEvent) => {
    event.preventDefault();
    onCancel();
  },
});

/** Asks for confirmation before an irreversible action. Cancel has the focus; Escape and Back cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = t(words.cancel),
    danger = false,
    loading,
    onConfirm,
    onCancel,
  } = props;
  const { ref, present } = useModal(open, onCancel);
  const id = useId();
  if (!present) return null;
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      className={cx(styles.dialog, styles.small)}
      {...cancelHandlers(onCancel)}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
      </div>
      {children && (
        <div id={`${id}-text`} className={styles.body}>
          {children}
        </div>
      )}
      <div className={styles.foot}>
        <Button data-autofocus="" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
