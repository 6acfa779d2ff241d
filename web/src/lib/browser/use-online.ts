import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  addEventListener('online', listener, listening);
  addEventListener('offline', listener, listening);
  return () => listening.abort();
}

let onlineSince = Number.NEGATIVE_INFINITY;
addEventListener('online', () => {
  onlineSince = performance.now();
});

/** Returns for how many milliseconds the browser has been back online; infinite if it was never offline. */
export const msBackOnline = (): number => performance.now() - onlineSince;

/** Whether the browser has a network connection; the server may be unreachable all the same. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
