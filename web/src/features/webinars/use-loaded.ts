import { useEffect, useRef, useState } from 'react';

type Answer<T> = { ok: true; body: T } | { ok: false; status: number; message: string };

/** What a page shows of one answer: null while it loads. `reload` asks again and keeps what is shown meanwhile. */
export function useLoaded<T>(load: () => Promise<Answer<T>>) {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const shown = useRef(true);
  const ask = useRef(async () => {
    const loaded = await load();
    if (shown.current) setAnswer(loaded);
  });
  useEffect(() => {
    shown.current = true;
    void ask.current();
    return () => {
      shown.current = false;
    };
  }, []);
  const retry = () => {
    setAnswer(null);
    void ask.current();
  };
  return { answer, reload: () => void ask.current(), retry };
}
