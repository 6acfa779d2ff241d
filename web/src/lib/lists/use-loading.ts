import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallFailure } from '../api/client.ts';
import { isTemporary } from '../api/statuses.ts';

type LoadResult<T> = { ok: true; body: T } | CallFailure;
type Loading<T> = { status: 'loading' | 'ready' | 'failed'; data: T | null; failure: CallFailure | null };

/**
 * Loads data once, for a single component. `reload` and `retry` load them again, `retry` with the state of the first
 * load. After a failure, `data` stays. `message` is the failure's.
 */
export function useLoading<T>(load: () => Promise<LoadResult<T>>) {
  const [loading, setLoading] = useState<Loading<T>>({ status: 'loading', data: null, failure: null });
  const calls = useRef({ made: 0, received: 0 });
  const receive = async (isReceived: (response: LoadResult<T>) => boolean): Promise<void> => {
    calls.current.made += 1;
    const call = calls.current.made;
    const response = await load();
    // A call that was made later may have been answered first.
    if (call < calls.current.received || !isReceived(response)) return;
    calls.current.received = call;
    setLoading(({ data }) =>
      response.ok
        ? { status: 'ready', data: response.body, failure: null }
        : { status: 'failed', data, failure: response },
    );
  };
  const reload = () => receive(() => true);
  const loadFirst = useEffectEvent(reload);
  useEffect(() => void loadFirst(), []);
  /** Loads again after a change. A temporary failure changes nothing. */
  const refresh = () => receive((response) => response.ok || !isTemporary(response.status));
  const retry = () => {
    setLoading(({ data }) => ({ status: 'loading', data, failure: null }));
    void reload();
  };
  return { ...loading, message: loading.failure?.message ?? '', refresh, reload, retry };
}
