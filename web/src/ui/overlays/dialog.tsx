import X from 'lucide-react/icons/x';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
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

type AroundDialog = {
  hold: (held: boolean) => void;
  /** Resolves to whether the dialog may be left: it is not held, and `onBeforeClose` agrees. */
  mayLeave: () => Promise<boolean>;
  close: () => void;
};

/** Only dialogs render what uses it. */
const AroundDialog = createContext({} as AroundDialog);

/** Returns the question whether the dialog around a component may be left, such as for another one. */
export const useMayLeave = (): AroundDialog['mayLeave'] => use(AroundDialog).mayLeave;

/** Keeps the dialog around it open, such as while a form in it is being sent, so that the result is seen. */
export function HoldDialog({ held }: { held: boolean }) {
  const { hold } = use(AroundDialog);
  useEffect(() => {
    hold(held);
    return () => hold(false);
  }, [hold, held]);
  return null;
}

/** Closes the dialog around it in the same way as the button in its corner. */
export function CloseButton({ children }: { children: ReactNode }) {
  const { close } = use(AroundDialog);
  return <Button onClick={close}>{children}</Button>;
}

/** The ways to close a dialog, which close it only once and only if it may be left. */
function useDismiss(onClose: DialogProps['onClose'], onBeforeClose: DialogProps['onBeforeClose']) {
  const asking = useRef(false);
  const held = useRef(false);
  const hold = useCallback((now: boolean) => {
    held.current = now;
  }, []);
  const mayLeave = async () => !held.current && (await onBeforeClose?.()) !== false;
  const dismiss = async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      if (await mayLeave()) onClose?.();
    } finally {
      asking.current = false;
    }
  };
  return { hold, mayLeave, close: () => void dismiss() };
}

/** Handles Escape and clicks outside the dialog, but only those meant for it, not for a dialog opened inside it. */
const dismissHandlers = (close: () => void) => ({
  // Handled here because after a second Escape in a row the browser would close the dialog regardless of the page.
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  },
  // Some phones turn Back into this event.
  onCancel: (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  },
  onMouseDown: (event: MouseEvent) => {
    if (event.target === event.currentTarget) close();
  },
});

/** A modal dialog; on a narrow screen a sheet from below. Traps and returns the focus; Escape and Back close it. */
export function Dialog({ open, onClose, onBeforeClose, title, description, footer, size, children }: DialogProps) {
  const around = useDismiss(onClose, onBeforeClose);
  const { ref, present } = useModal(open, around.close);
  const id = useId();
  if (!present) return null;
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cx(styles.dialog, styles.sheet, size && styles[size])}
      {...dismissHandlers(around.close)}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {onClose && <IconButton icon={X} label={t(words.close)} onClick={around.close} />}
      </div>
      <AroundDialog value={around}>
        <div className={styles.body}>
          {description && (
            <div id={`${id}-description`} className={styles.description}>
              {description}
            </div>
          )}
          {children}
        </div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </AroundDialog>
    </dialog>
  );
}
