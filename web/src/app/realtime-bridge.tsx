import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectToken } from '#features/account/auth-slice.ts';
import { type AppStore, useAppSelector } from '#lib/store.ts';

/** Holds the live connection while somebody is signed in. */
export function RealtimeBridge() {
  const store = useStore() as AppStore;
  const token = useAppSelector(selectToken);
  useEffect(() => {
    if (token === null) return undefined;
    let disconnect: (() => void) | undefined;
    let left = false;
    // Without it everything works but news wait for the next reading.
    import('./realtime.ts').then(
      ({ connectRealtime }) => {
        if (!left) disconnect = connectRealtime(store, token);
      },
      () => undefined,
    );
    return () => {
      left = true;
      disconnect?.();
    };
  }, [store, token]);
  return null;
}
