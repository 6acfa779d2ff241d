import { useEffect, useRef, useState } from 'react';
import { isTemporary } from '#lib/api/statuses.ts';

type LoadResult<T> = { ok: true; body: T } | { ok: false; status: number; message: string };

/**
 * Returns one response for a page; null while it loads. `reload` repeats the call and keeps the current one shown,
 * also if the server is unreachable.
 */
export function useLoaded<T>(load: () => Promise<LoadResult<T>>) {
  const [response, setResponse] = useState<LoadResult<T> | null>(null);
  const shown = useRef(true);
  const ask = useRef(async () => {
    const loaded = await load();
    if (!shown.current) return;
    setResponse((current) => (current?.ok && !loaded.ok && isTemporary(loaded.status) ? current : loaded));
  });
  useEffect(() => {
    shown.current = true;
    void ask.current();
    return () => {
      shown.current = false;
    };
  }, []);
  const retry = () => {
    setResponse(null);
    void ask.current();
  };
  return { response, reload: () => void ask.current(), retry };
}
