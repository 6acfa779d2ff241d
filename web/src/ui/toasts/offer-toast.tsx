import { toast } from 'react-hot-toast/headless';
import { Button } from '../buttons/button.tsx';
import styles from './toaster.module.css';

type OfferToast = {
  /** Repeated offers with the same id share one toast. */
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

/** Shows an error with an action for 8 seconds: "Please confirm your address. Enter the code". */
export function showOffer(offer: OfferToast): void {
  toast.error(drawOffer(offer), { id: offer.id, duration: 8000, position: 'bottom-left' });
}

/** Shows an offer such as "A new version is ready. Reload" until it is accepted or dismissed. */
export function showLastingOffer(offer: OfferToast): void {
  toast(drawOffer(offer), { id: offer.id, duration: Number.POSITIVE_INFINITY, position: 'bottom-left' });
}
