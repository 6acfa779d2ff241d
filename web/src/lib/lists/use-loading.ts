import { useCallback, useEffect, useEffectEvent, useState } from 'react';
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
  const receive = useCallback(
    (response: LoadResult<T>) =>
      setLoading(({ data }) =>
        response.ok
          ? { status: 'ready', data: response.body, failure: null }
          : { status: 'failed', data, failure: response },
      ),
    [],
  );
  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst().then(receive), [receive]);
  const reload = async (): Promise<void> => receive(await load());
  /** Loads again after a change elsewhere. A temporary failure changes nothing. */
  const refresh = async (): Promise<void> => {
    const response = await load();
    if (response.ok || !isTemporary(response.status)) receive(response);
  };
  const retry = () => {
    setLoading(({ data }) => ({ status: 'loading', data, failure: null }));
    void reload();
  };
  return { ...loading, message: loading.failure?.message ?? '', refresh, reload, retry };
}
