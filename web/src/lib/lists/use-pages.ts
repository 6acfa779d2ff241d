import { useEffect, useRef, useState } from 'react';

type PageAnswer<T> = { ok: true; body: T[]; nextCursor: string | null } | { ok: false; message: string };

type Pages<T> = { items: T[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

/**
 * A list that only its own component shows, loaded page by page. `load` loads the page after a cursor, `idOf` tells
 * items apart: one that moved between two pages is shown once. `more` loads on, or again after a failure.
 */
export function usePages<T>(load: (cursor: string | null) => Promise<PageAnswer<T>>, idOf: (item: T) => string) {
  const [pages, setPages] = useState<Pages<T>>({ items: [], cursor: null, status: 'loading', message: '' });
  const shown = useRef(true);
  const add = async (present: Pages<T>) => {
    const answer = await load(present.cursor);
    if (!shown.current) return;
    if (!answer.ok) return setPages((now) => ({ ...now, status: 'failed', message: answer.message }));
    setPages((now) => {
      const known = new Set(now.items.map(idOf));
      const added = answer.body.filter((item) => !known.has(idOf(item)));
      return { items: [...now.items, ...added], cursor: answer.nextCursor, status: 'ready', message: '' };
    });
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
  const remove = (id: string) => setPages((now) => ({ ...now, items: now.items.filter((item) => idOf(item) !== id) }));
  return { ...pages, more, remove };
}
