import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { appendPage } from './append-page.ts';

type Page<T> = { body: T[]; nextCursor: string | null };
type PageResponse<T> = ({ ok: true } & Page<T>) | { ok: false; message: string };

type Pages<T> = { items: T[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

/** The sizes of pages: the usual one, and the largest. The contract's file would bring its schemas along. */
const PAGE = 20;
const LARGEST_PAGE = 100;

const NOTHING: Pages<never> = { items: [], cursor: null, status: 'loading', message: '' };

const joinPages = <T>(now: Pages<T>, { body, nextCursor }: Page<T>, idOf: (item: T) => string): Pages<T> => ({
  items: appendPage(now.items, body, idOf),
  cursor: nextCursor,
  status: 'ready',
  message: '',
});

/** Returns the limit of the next call of a reload, so that a long list needs few; undefined for the usual page. */
const limitFor = (missing: number): number | undefined =>
  missing > PAGE ? Math.min(Math.ceil(missing / PAGE) * PAGE, LARGEST_PAGE) : undefined;

/** The part of a call's query that says which page. */
export const pageQuery = (cursor: string | null, limit?: number) => ({
  ...(cursor ? { cursor } : {}),
  ...(limit ? { limit: String(limit) } : {}),
});

type Load<T> = (cursor: string | null, limit?: number) => Promise<PageResponse<T>>;

/**
 * Loads as many items as `count` returns, from the start, or until a page fails; then with the failure. `onPage` gets
 * each page, and whether another follows.
 */
async function loadMany<T>(
  load: Load<T>,
  idOf: (item: T) => string,
  count: () => number,
  onPage?: (page: Page<T>, follows: boolean) => void,
) {
  let loaded: Pages<T> = NOTHING;
  let follows = true;
  while (follows) {
    const response = await load(loaded.cursor, limitFor(count() - loaded.items.length));
    if (!response.ok) return { loaded, failed: response };
    loaded = joinPages(loaded, response, idOf);
    follows = loaded.cursor !== null && loaded.items.length < count();
    onPage?.(response, follows);
  }
  return { loaded, failed: null };
}

/** How many items the lists were showing, by the entry of the history and the name of the list. */
const shownBefore = new Map<string, number>();

/** Returns the present entry of the history and the name; the first entry of a document has no key. */
function nameHere(name: string | undefined): string | null {
  const entry = history.state as { key?: string } | null;
  return entry === null || name === undefined ? null : `${entry.key ?? ''} ${name}`;
}

/** Remembers how many items a list with a name shows, and returns how many it did when its page was left. */
function useShownBefore(name: string | undefined, shown: number) {
  const [before] = useState(() => shownBefore.get(nameHere(name) ?? '') ?? 0);
  // After each render, because a row that is opened beside the list is another entry.
  useEffect(() => {
    const place = nameHere(name);
    if (place !== null && shown > 0) shownBefore.set(place, shown);
  });
  return before;
}

/** Puts the items to keep back at their positions, unless they have been loaded again. */
function keepItems<T>(before: readonly T[], loaded: Pages<T>, idOf: (item: T) => string, keep: (item: T) => boolean) {
  const known = new Set(loaded.items.map(idOf));
  const items = [...loaded.items];
  for (const [at, item] of before.entries()) if (keep(item) && !known.has(idOf(item))) items.splice(at, 0, item);
  return { ...loaded, items };
}

/** Inserts items at their positions in the list's order. */
function insertItems<T>(
  items: readonly T[],
  added: readonly T[],
  idOf: (item: T) => string,
  compare: (one: T, other: T) => number,
): T[] {
  const ids = new Set(added.map(idOf));
  return [...items.filter((item) => !ids.has(idOf(item))), ...added].toSorted(compare);
}

/** Returns functions that change a list in place. */
function changesOf<T>(setPages: Dispatch<SetStateAction<Pages<T>>>, idOf: (item: T) => string) {
  const setItems = (change: (items: T[]) => T[]) => setPages((now) => ({ ...now, items: change(now.items) }));
  const remove = (id: string) => setItems((items) => items.filter((item) => idOf(item) !== id));
  const update = (id: string, change: Partial<T>) =>
    setItems((items) => items.map((item) => (idOf(item) === id ? { ...item, ...change } : item)));
  const replace = (item: T) => update(idOf(item), item);
  const insert = (added: readonly T[], compare: (one: T, other: T) => number) =>
    setItems((items) => insertItems(items, added, idOf, compare));
  return { remove, update, replace, insert };
}

/**
 * Returns a function that requests a run of `work`. Runs start once `free` is true, one at a time; requests during a
 * run lead to a single further run, which sees everything that has happened. If `work` resolves to false, it had no
 * effect and runs again once `free` is true.
 */
function useSerialRuns(work: () => Promise<boolean>, free: boolean): () => void {
  const state = useRef({ underWay: false, again: false });
  const runDue = async () => {
    if (state.current.underWay) return;
    state.current.underWay = true;
    while (state.current.again) {
      state.current.again = false;
      if (await work()) continue;
      state.current.again = true;
      break;
    }
    state.current.underWay = false;
  };
  useEffect(() => {
    if (free && state.current.again) void runDue();
  });
  return () => {
    state.current.again = true;
    if (free) void runDue();
  };
}

/**
 * A list for a single component, loaded page by page. `load` loads the page after a cursor, which a reload may want to
 * be larger than usual; `idOf` identifies items, so that one that has moved between two pages is shown once. `more`
 * loads the next page, or retries after a failure.
 * `reload` reloads as many items as are shown and keeps showing the old ones meanwhile and after a failure; items for
 * which `keep` is true stay in place even if they have left the list. `insert` adds items in the order of `compare`.
 * With a `name`, which is its own on the page, going back to the page loads as many items as were shown.
 */
export function usePages<T>(
  load: Load<T>,
  idOf: (item: T) => string,
  { keep = () => false, name }: { keep?: (item: T) => boolean; name?: string } = {},
) {
  const [pages, setPages] = useState<Pages<T>>(NOTHING);
  const before = useShownBefore(name, pages.items.length);
  const latest = useRef(pages);
  useLayoutEffect(() => {
    latest.current = pages;
  });
  const isMounted = useRef(true);
  const loadNext = async (present: Pages<T>) => {
    const response = await load(present.cursor);
    if (!isMounted.current) return;
    if (!response.ok) return setPages((now) => ({ ...now, status: 'failed', message: response.message }));
    setPages((now) => joinPages(now, response, idOf));
  };
  const loadFirst = useRef(async () => {
    // Each page is joined to what is shown, because an item may have been changed or removed meanwhile.
    const show = (page: Page<T>, follows: boolean) => {
      if (!isMounted.current) return;
      setPages((now) => ({ ...joinPages(now, page, idOf), status: follows ? 'loading' : 'ready' }));
    };
    const { failed } = await loadMany(load, idOf, () => (isMounted.current ? before : 0), show);
    if (failed && isMounted.current) setPages((now) => ({ ...now, status: 'failed', message: failed.message }));
  });
  useEffect(() => {
    isMounted.current = true;
    void loadFirst.current();
    return () => {
      isMounted.current = false;
    };
  }, []);
  const more = () => {
    if (pages.status === 'loading') return;
    setPages({ ...pages, status: 'loading', message: '' });
    void loadNext(pages);
  };
  const loadAgain = async () => {
    const { loaded, failed } = await loadMany(load, idOf, () => (isMounted.current ? latest.current.items.length : 0));
    if (!isMounted.current || failed) return true;
    // A page that is loading comes first: its cursor is from before the reload.
    if (latest.current.status === 'loading') return false;
    setPages((now) => keepItems(now.items, loaded, idOf, keep));
    return true;
  };
  const reload = useSerialRuns(loadAgain, pages.status !== 'loading');
  return { ...pages, ...changesOf(setPages, idOf), more, reload };
}
