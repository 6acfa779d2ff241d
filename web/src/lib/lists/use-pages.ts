import { useEffect, useRef, useState } from 'react';

type Page<T> = { body: T[]; nextCursor: string | null };
type PageAnswer<T> = ({ ok: true } & Page<T>) | { ok: false; message: string };

type Pages<T> = { items: T[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

const NOTHING: Pages<never> = { items: [], cursor: null, status: 'loading', message: '' };

/**
 * A list that only its own component shows, loaded page by page. `load` loads the page after a cursor, `idOf` tells
 * items apart: one that moved between two pages is shown once. `more` loads on, or again after a failure.
 * `reload` loads as much as is shown again, and keeps showing it meanwhile and after a failure.
 */
export function usePages<T>(load: (cursor: string | null) => Promise<PageAnswer<T>>, idOf: (item: T) => string) {
  const [pages, setPages] = useState<Pages<T>>(NOTHING);
  const shown = useRef(true);
  const reloads = useRef(0);
  const join = (now: Pages<T>, { body, nextCursor }: Page<T>): Pages<T> => {
    const known = new Set(now.items.map(idOf));
    const added = body.filter((item) => !known.has(idOf(item)));
    return { items: [...now.items, ...added], cursor: nextCursor, status: 'ready', message: '' };
  };
  const add = async (present: Pages<T>) => {
    const answer = await load(present.cursor);
    if (!shown.current) return;
    if (!answer.ok) return setPages((now) => ({ ...now, status: 'failed', message: answer.message }));
    setPages((now) => join(now, answer));
  };
  const first = useRef(() => add(pages));
  useEffect(() => {
    shown.current = true;
    void first.current();
    return () => {
      shown.current = false;
    };
  }, []);
  const more = () => {
    if (pages.status === 'loading') return;
    setPages({ ...pages, status: 'loading', message: '' });
    void add(pages);
  };
  const reload = async () => {
    if (pages.status === 'loading') return;
    reloads.current += 1;
    const turn = reloads.current;
    let loaded: Pages<T> = NOTHING;
    do {
      const answer = await load(loaded.cursor);
      if (!shown.current || !answer.ok || turn !== reloads.current) return;
      loaded = join(loaded, answer);
    } while (loaded.cursor !== null && loaded.items.length < pages.items.length);
    setPages(loaded);
  };
  const remove = (id: string) => setPages((now) => ({ ...now, items: now.items.filter((item) => idOf(item) !== id) }));
  return { ...pages, more, remove, reload: () => void reload() };
}
