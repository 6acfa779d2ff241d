import X from 'lucide-react/icons/x';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../text/cx.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export type DialogProps = {
  open: boolean;
  /**
   * Called on the close button, Escape, Back and a click outside the dialog, once `onBeforeClose` has agreed. Null for
   * a question that has to be answered: it has no close button.
   */
  onClose: (() => void) | null;
  /** Returns false to keep the dialog open; ask here before unsaved input is lost. */
  onBeforeClose?: () => boolean | Promise<boolean>;
  title: string;
  description?: ReactNode;
  /** Buttons in the footer, the main one last. */
  footer?: ReactNode;
  /** `full` fills the viewport, for pictures. */
  size?: 'small' | 'medium' | 'large' | 'full';
  children?: ReactNode;
};

const HoldDialog = createContext<(held: boolean) => void>(() => {});

/** Keeps the dialog around a form open while the form is being sent, so that the result is seen. */
export function useHeldDialog(pending: boolean): void {
  const hold = use(HoldDialog);
  useEffect(() => {
    hold(pending);
    return () => hold(false);
  }, [hold, pending]);
}

/**
 * Handles Escape and clicks outside the dialog: each only once, and only those meant for this dialog, not for one
 * opened inside it.
 */
function useDismiss(onClose: DialogProps['onClose'], onBeforeClose: DialogProps['onBeforeClose']) {
  const asking = useRef(false);
  const [held, hold] = useState(false);
  const dismiss = async () => {
    if (asking.current || held) return;
    asking.current = true;
    try {
      if ((await onBeforeClose?.()) !== false) onClose?.();
    } finally {
      asking.current = false;
    }
  };
  return {
    dismiss: () => void dismiss(),
    hold,
    handlers: {
      // Handled here because after a second Escape in a row the browser would close the dialog regardless of the page.
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        void dismiss();
      },
      // Some phones turn Back into this event.
      onCancel: (event: SyntheticEvent) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void dismiss();
      },
      onMouseDown: (event: MouseEvent) => {
        if (event.target === event.currentTarget) void dismiss();
      },
    },
  };
}

/** A modal dialog; on a narrow screen a sheet from below. Traps and returns the focus; Escape and Back close it. */
export function Dialog({ open, onClose, onBeforeClose, title, description, footer, size, children }: DialogProps) {
  const { dismiss, hold, handlers } = useDismiss(onClose, onBeforeClose);
  const { ref, present } = useModal(open, dismiss);
  const id = useId();
  if (!present) return null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cx(styles.dialog, styles.sheet, size && styles[size])}
      {...handlers}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {onClose && <IconButton icon={X} label={t(words.close)} onClick={dismiss} />}
      </div>
      <div className={styles.body}>
        {description && (
          <div id={`${id}-description`} className={styles.description}>
            {description}
          </div>
        )}
        <HoldDialog value={hold}>{children}</HoldDialog>
      </div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}
