import { useCallback, useEffect, useState } from 'react';
import type { CallFailure } from '../api/client.ts';

type Answer<T> = { ok: true; body: T } | CallFailure;
type Reading<T> = { status: 'loading' | 'ready' | 'failed'; data: T | null; message: string };

/** Reads something when it is first shown, for one component alone. `read` has to stay the same function. */
export function useReading<T>(read: () => Promise<Answer<T>>) {
  const [reading, setReading] = useState<Reading<T>>({ status: 'loading', data: null, message: '' });
  const take = useCallback((answer: Answer<T>) => {
    setReading((held) =>
      answer.ok
        ? { status: 'ready', data: answer.body, message: '' }
        : { status: 'failed', data: held.data, message: answer.message },
    );
  }, []);
  useEffect(() => void read().then(take), [read, take]);
  const reload = () => read().then(take);
  const retry = () => {
    setReading((held) => ({ ...held, status: 'loading', message: '' }));
    void reload();
  };
  return { ...reading, reload, retry };
}
