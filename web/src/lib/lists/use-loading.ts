import { useCallback, useEffect, useState } from 'react';
import type { CallFailure } from '../api/client.ts';

type LoadResult<T> = { ok: true; body: T } | CallFailure;
type Loading<T> = { status: 'loading' | 'ready' | 'failed'; data: T | null; message: string };

/** Loads data on mount, for a single component. `load` must remain the same function. */
export function useLoading<T>(load: () => Promise<LoadResult<T>>) {
  const [loading, setLoading] = useState<Loading<T>>({ status: 'loading', data: null, message: '' });
  const receive = useCallback((response: LoadResult<T>) => {
    setLoading(({ data }) =>
      response.ok
        ? { status: 'ready', data: response.body, message: '' }
        : { status: 'failed', data, message: response.message },
    );
  }, []);
  useEffect(() => void load().then(receive), [load, receive]);
  /** Loads again after a change elsewhere. If that fails, the present data stay. */
  const refresh = async (): Promise<void> => {
    const response = await load();
    if (response.ok) receive(response);
  };
  const reload = () => load().then(receive);
  const retry = () => {
    setLoading((before) => ({ ...before, status: 'loading', message: '' }));
    void reload();
  };
  return { ...loading, refresh, reload, retry };
}
