import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  addEventListener('online', listener, listening);
  addEventListener('offline', listener, listening);
  return () => listening.abort();
}

/** Whether the browser has a network at all; a server can be away all the same. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
