import { toast } from 'react-hot-toast/headless';

/** Says that a part of the program did not arrive. Loaded with the toaster: no connection is needed to say it. */
export const sayPartFailed = (message: string): void => {
  toast.error(message, { position: 'bottom-left', id: message });
};
