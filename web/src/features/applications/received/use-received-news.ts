/**
 * Has the applications to a job follow what happens elsewhere. Those that are shown change where they are, also when
 * they do not fit the filter any more. Those that are not shown yet wait until they are asked for: no row moves.
 */
import type { Application } from '@afterhours/contract/applications';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { loadApplication, loadJobApplications } from '../application-commands.ts';
import { onReceivedNews } from './received-news.ts';

type Pages = Pick<
  ReturnType<typeof usePages<Application>>,
  'items' | 'cursor' | 'status' | 'update' | 'remove' | 'insert'
>;
type News = ReadonlyMap<string, Application>;
type Following = {
  jobId: string;
  filter: ApplicationStatus | null;
  pages: Pages;
  /** Runs calls one after another. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The application that is open stays when it is no longer there. */
  openId: string | undefined;
};

const NOTHING: News = new Map();
const NOT_THERE = 404;
/** In the place of an id: all of them are loaded. */
const ALL = '';

/** Ids grow with time. */
const newestFirst = (one: Application, other: Application): number =>
  one._id === other._id ? 0 : one._id < other._id ? 1 : -1;

const isShown = ({ items }: Pages, id: string): boolean => items.some(({ _id }) => _id === id);

/** Whether an application belongs to what is loaded of the list, rather than to what comes further down. */
const isWithin = ({ items, cursor }: Pages, id: string): boolean => cursor === null || id > (items.at(-1)?._id ?? id);

function withNews(before: News, id: string, one: Application | null): News {
  const news = new Map(before);
  if (one) news.set(id, one);
  else news.delete(id);
  return news;
}

/** Loads the list as far as it is shown; null when that fails. */
async function loadShown(jobId: string, filter: ApplicationStatus | null, last: string) {
  const loaded: Application[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await loadJobApplications(jobId, filter, cursor);
    if (!page.ok) return null;
    loaded.push(...page.body);
    cursor = page.nextCursor;
    if (cursor === null || (loaded.at(-1)?._id ?? '') <= last) return loaded;
  }
}

/** What is not shown yet, and what is gone though it is open. */
function useWaiting({ filter, pages, openId }: Following) {
  const [news, setNews] = useState(NOTHING);
  const [goneId, setGoneId] = useState<string>();
  const latest = useRef({ pages, openId });
  useLayoutEffect(() => {
    latest.current = { pages, openId };
  });
  const take = (one: Application) => {
    const { pages: now } = latest.current;
    setGoneId((id) => (id === one._id ? undefined : id));
    if (isShown(now, one._id)) return now.update(one._id, one);
    const isNew = (filter === null || filter === one.status) && isWithin(now, one._id);
    // Into an empty list it comes at once: nothing can move.
    if (isNew && now.status === 'ready' && now.items.length === 0) return now.insert([one], newestFirst);
    return setNews((before) => withNews(before, one._id, isNew ? one : null));
  };
  const drop = (id: string) => {
    setNews((before) => withNews(before, id, null));
    if (latest.current.openId === id) setGoneId(id);
    else latest.current.pages.remove(id);
  };
  const show = () => {
    pages.insert([...news.values()], newestFirst);
    setNews(NOTHING);
  };
  return { latest, take, drop, news, show, goneId };
}

/** Follows the applications to a job. `loadOne` has one of them loaded again. */
export function useReceivedNews(of: Following) {
  const { jobId, filter, inTurn } = of;
  const { latest, take, drop, news, show, goneId } = useWaiting(of);
  const waiting = useRef(new Set<string>());
  /** Loads what is asked for once, however often that is before its turn comes. */
  const loadOnce = (id: string, load: () => Promise<void>) => {
    if (waiting.current.has(id)) return;
    waiting.current.add(id);
    void inTurn(() => {
      waiting.current.delete(id);
      return load();
    });
  };
  const loadOne = (id: string) =>
    loadOnce(id, async () => {
      const answer = await loadApplication(id);
      if (answer.ok) take(answer.body);
      else if (answer.status === NOT_THERE) drop(id);
    });
  const loadAll = () =>
    loadOnce(ALL, async () => {
      const { pages: before } = latest.current;
      const loaded = await loadShown(jobId, filter, before.items.at(-1)?._id ?? ALL);
      if (loaded === null) return;
      const found = new Set(loaded.map(({ _id }) => _id));
      for (const one of loaded) take(one);
      // These do not fit the filter any more, or are no longer there.
      for (const { _id } of before.items) if (!found.has(_id)) loadOne(_id);
    });
  useEffect(() =>
    onReceivedNews((about) => {
      if (about === undefined) loadAll();
      else if (about.post_id === jobId) loadOne(about.application_id);
    }),
  );
  return { news: [...news.values()].toSorted(newestFirst), show, goneId, loadOne };
}
