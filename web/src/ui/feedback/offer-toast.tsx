import { toast } from 'react-hot-toast/headless';
import { Button } from '../buttons/button.tsx';
import styles from './toaster.module.css';

type OfferToast = {
  /** One toast for the same thing, however often it is said. */
  id: string;
  message: string;
  label: string;
  onTake: () => void;
};

/** An error with a way on: "Please confirm your address. Enter the code", for 8 seconds. */
export function showOffer({ id, message, label, onTake }: OfferToast): void {
  const take = () => {
    toast.dismiss(id);
    onTake();
  };
  toast.error(
    <span className={styles.undo}>
      {message}
      <Button size="small" onClick={take}>
        {label}
      </Button>
    </span>,
    { id, duration: 8000, position: 'bottom-left' },
  );
}
