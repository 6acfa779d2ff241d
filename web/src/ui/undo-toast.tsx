import { toast } from 'react-hot-toast/headless';
import { Button } from './button.tsx';
import styles from './toaster.module.css';

type UndoToast = {
  message: string;
  onUndo: () => void;
  undoLabel?: string;
  position?: 'top-center' | 'top-right' | 'bottom-left';
};

/** "Post deleted. Undo", for 6 seconds. Answers the id of the toast. */
export function showUndoToast({ message, onUndo, undoLabel = 'Undo', position = 'bottom-left' }: UndoToast): string {
  return toast(
    (shown) => (
      <span className={styles.undo}>
        {message}
        <Button
          size="small"
          onClick={() => {
            toast.dismiss(shown.id);
            onUndo();
          }}
        >
          {undoLabel}
        </Button>
      </span>
    ),
    { duration: 6000, position },
  );
}
