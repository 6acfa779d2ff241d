/**
 * Has the applications to a job follow what happens elsewhere. Those that are shown change where they are, also when
 * they do not fit the filter any more. Those that are not shown yet wait until they are asked for: no row moves.
 */
import type { Application } from '@afterhours/contract/applications';
import { MAX_LIMIT } from '@afterhours/contract/base/paging';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { queueSerially } from '#lib/serial-queue.ts';
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

/** Ids grow with time. */
const newestFirst = (one: Application, other: Application): number =>
  one._id === other._id ? 0 : one._id < other._id ? 1 : -1;

const isShown = ({ items }: Pages, id: string): boolean => items.some(({ _id }) => _id === id);

/** Whether an application belongs to what is loaded of the list, rather than to what comes further down. */
function isWithin({ items, cursor, status }: Pages, id: string): boolean {
  const last = items.at(-1);
  return last ? cursor === null || id > last._id : status === 'ready';
}

/** One that is withdrawn before it was shown is not news, unless those are what is looked for. */
const fits = (filter: ApplicationStatus | null, { status }: Application): boolean =>
  filter === null ? status !== 'withdrawn' : filter === status;

function withNews(before: News, id: string, one: Application | null): News {
  const news = new Map(before);
  if (one) news.set(id, one);
  else news.delete(id);
  return news;
}

/** Loads the list as far as `last`, or else its first page; null when that fails. */
async function loadDownTo(last: Application | undefined, jobId: string, filter: ApplicationStatus | null) {
  const loaded: Application[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await loadJobApplications(jobId, filter, cursor, MAX_LIMIT);
    if (!page.ok) return null;
    loaded.push(...page.body);
    cursor = page.nextCursor;
    const end = loaded.at(-1);
    if (!(cursor && last && end && end._id > last._id)) return loaded;
  }
}

/** What is not shown yet, and what is gone though it is open. */
function useWaiting({ filter, pages, openId }: Following) {
  const [news, setNews] = useState(NOTHING);
  const [goneId, setGoneId] = useState<string>();
  const latest = useRef({ pages, openId, news });
  useLayoutEffect(() => {
    latest.current = { pages, openId, news };
  });
  const take = (one: Application) => {
    const { pages: now } = latest.current;
    setGoneId((id) => (id === one._id ? undefined : id));
    if (isShown(now, one._id)) return now.update(one._id, one);
    const isNew = fits(filter, one) && isWithin(now, one._id);
    // Into an empty list it comes at once: nothing can move.
    if (isNew && now.items.length === 0) return now.insert([one], newestFirst);
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

/**
 * Loads what is due, after what the viewer has asked for before, which never waits for it. `load` loads one by its id,
 * or all that is shown, and returns whether it could; what it could not is due until the next time.
 */
function useDue({ jobId, inTurn }: Following, load: (id: string | null) => Promise<boolean>) {
  const due = useRef({ all: false, ids: new Set<string>() });
  const loadDue = async () => {
    const { ids } = due.current;
    await inTurn(async () => undefined);
    if (due.current.all) {
      due.current.all = false;
      ids.clear();
      due.current.all = !(await load(null)) || due.current.all;
    }
    for (const id of ids) {
      ids.delete(id);
      if (await load(id)) continue;
      ids.add(id);
      break;
    }
  };
  return (id: string | null) => {
    if (id === null) due.current.all = true;
    else due.current.ids.add(id);
    void queueSerially(`news of applications to ${jobId}`, loadDue);
  };
}

/** Follows the applications to a job. `loadAgain` has one of them loaded; `onChanged` hears of a change made here. */
export function useReceivedNews(of: Following) {
  const { jobId, filter } = of;
  const { latest, take, drop, news, show, goneId } = useWaiting(of);
  /** Changed here since a load began, which may have read what was before. */
  const changed = useRef(new Set<string>());
  const takeLoaded = (one: Application) => {
    if (!changed.current.has(one._id)) take(one);
  };
  const loadOne = async (id: string) => {
    const answer = await loadApplication(id);
    if (answer.ok) takeLoaded(answer.body);
    else if (answer.status !== NOT_THERE) return false;
    else drop(id);
    return true;
  };
  const loadAll = async () => {
    const { pages, news: waiting } = latest.current;
    const known = [...pages.items, ...waiting.values()].toSorted(newestFirst);
    // With no filter, so that those that do not fit it any more are among them.
    const loaded = await loadDownTo(known.at(-1), jobId, known.length > 0 ? null : filter);
    if (loaded === null) return false;
    const found = new Set(loaded.map(({ _id }) => _id));
    for (const one of loaded) takeLoaded(one);
    for (const { _id } of known) if (!found.has(_id)) drop(_id);
    return true;
  };
  const loadAgain = useDue(of, (id) => {
    changed.current.clear();
    return id === null ? loadAll() : loadOne(id);
  });
  useEffect(() =>
    onReceivedNews((about) => {
      if (about === undefined) loadAgain(null);
      else if (about.post_id === jobId) loadAgain(about.application_id);
    }),
  );
  const onChanged = (id: string) => changed.current.add(id);
  return { news: [...news.values()].toSorted(newestFirst), show, goneId, loadAgain, onChanged };
}
