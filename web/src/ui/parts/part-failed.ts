import { toast } from 'react-hot-toast/headless';

/** Shows that a part of the program failed to load. Loaded with the toaster, so that it works without a connection. */
export const showPartFailed = (message: string): void => {
  toast.error(message, { position: 'bottom-left', id: message });
};
