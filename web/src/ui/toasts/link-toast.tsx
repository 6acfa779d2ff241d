import { toast } from 'react-hot-toast/headless';
import { TextLink } from '../buttons/text-link.tsx';
import styles from './toaster.module.css';

type LinkToast = {
  /** Repeated messages share one toast, which leads where the last one does. */
  message: string;
  to: string;
  state?: unknown;
  onOpen: () => void;
};

/** Shows something that happened elsewhere for 4 seconds, as a link to it. */
export function showLink({ message, to, state, onOpen }: LinkToast): void {
  const open = () => {
    toast.dismiss(message);
    onOpen();
  };
  const link = (
    <TextLink bare className={styles.link} to={to} state={state} onClick={open}>
      {message}
    </TextLink>
  );
  toast(link, { id: message, position: 'bottom-left' });
}
