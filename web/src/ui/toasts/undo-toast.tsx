import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Button } from '../buttons/button.tsx';
import styles from './toaster.module.css';

type UndoToast = {
  /** One toast for the same thing, however often it is done. */
  id?: string;
  message: string;
  onUndo: () => void;
  /** The offer has ended without being taken up. */
  onEnd?: () => void;
  undoLabel?: string;
  position?: 'top-center' | 'top-right' | 'bottom-left';
};

type OfferProps = Required<Pick<UndoToast, 'message' | 'onUndo' | 'undoLabel'>> & {
  toastId: string;
  onEnd?: () => void;
};

/** A toast stays longer while the pointer or the focus is on it: the offer ends when it is removed. */
function Offer({ toastId, message, undoLabel, onUndo, onEnd }: OfferProps) {
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
      // Taken out and put back at once, as development does to find faults, is not gone.
      ending.current = setTimeout(finish);
    };
  }, []);
  const undo = () => {
    if (settled.current) return;
    settled.current = true;
    toast.dismiss(toastId);
    onUndo();
  };
  return (
    <span className={styles.undo}>
      {message}
      <Button size="small" onClick={undo}>
        {undoLabel}
      </Button>
    </span>
  );
}

/** "Post deleted. Undo", for 6 seconds. Returns the id of the toast. */
export function showUndoToast({
  id,
  undoLabel = t(words.undo),
  position = 'bottom-left',
  ...offer
}: UndoToast): string {
  return toast((shown) => <Offer toastId={shown.id} undoLabel={undoLabel} {...offer} />, {
    ...(id ? { id } : {}),
    duration: 6000,
    position,
  });
}

/** The offer does not hold any more. */
export const withdrawUndoToast = (id: string): void => toast.dismiss(id);
