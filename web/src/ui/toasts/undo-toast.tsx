import { useEffect, useRef } from 'react';
import { type Toast, toast } from 'react-hot-toast/headless';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import styles from './toaster.module.css';

type UndoToast = {
  /** Repeated actions with the same id share one toast. */
  id?: string;
  message: string;
  onUndo: () => void;
  /** Called when the offer has ended without being accepted. */
  onEnd?: () => void;
  /** The label of an action that is not undoing, which the key `u` does not take. */
  otherLabel?: string;
  position?: 'top-center' | 'top-right' | 'bottom-left';
};

type OfferProps = Pick<UndoToast, 'message' | 'onUndo' | 'onEnd' | 'otherLabel'> & {
  shown: Toast;
};

/** A toast stays longer while the pointer or the focus is on it, so the offer ends when the toast is removed. */
function Offer({ shown, message, otherLabel, onUndo, onEnd }: OfferProps) {
  const settled = useRef(false);
  const end = useRef(onEnd);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const finish = () => {
      if (settled.current) return;
      settled.current = true;
      end.current?.();
    };
    clearTimeout(ending.current);
    return () => {
      // In development, React unmounts and remounts components at once to reveal faults; this must not end the offer.
      ending.current = setTimeout(finish);
    };
  }, []);
  const undo = () => {
    if (settled.current) return;
    settled.current = true;
    toast.dismiss(shown.id);
    onUndo();
  };
  return (
    <span className={styles.undo}>
      {message}
      <Button
        size="small"
        {...(otherLabel === undefined && shown.visible && { 'data-undo': shown.createdAt, 'aria-keyshortcuts': 'u' })}
        onClick={undo}
      >
        {otherLabel ?? t(words.undo)}
      </Button>
    </span>
  );
}

/** Shows "Post deleted. Undo" for 6 seconds. Returns the toast's id. */
export function showUndoToast({ id, position = 'bottom-left', ...offer }: UndoToast): string {
  return toast((shown) => <Offer shown={shown} {...offer} />, {
    ...(id ? { id } : {}),
    duration: 6000,
    position,
  });
}

/** Removes the toast, because the action can no longer be undone. */
export const withdrawUndoToast = (id: string): void => toast.dismiss(id);
