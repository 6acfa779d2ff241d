import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  addEventListener('online', listener, listening);
  addEventListener('offline', listener, listening);
  return () => listening.abort();
}

/** Whether the browser has a network connection; the server may be unreachable all the same. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
