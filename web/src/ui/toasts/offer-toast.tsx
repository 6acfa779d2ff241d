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

function drawOffer({ id, message, label, onTake }: OfferToast) {
  const take = () => {
    toast.dismiss(id);
    onTake();
  };
  return (
    <span className={styles.undo}>
      {message}
      <Button size="small" onClick={take}>
        {label}
      </Button>
    </span>
  );
}

/** An error with a way on: "Please confirm your address. Enter the code", for 8 seconds. */
export function showOffer(offer: OfferToast): void {
  toast.error(drawOffer(offer), { id: offer.id, duration: 8000, position: 'bottom-left' });
}

/** "A new version is ready. Reload", until it is taken or put away. */
export function showLastingOffer(offer: OfferToast): void {
  toast(drawOffer(offer), { id: offer.id, duration: Number.POSITIVE_INFINITY, position: 'bottom-left' });
}
