/**
 * Keeps the applications for a job in sync with changes made elsewhere. Shown applications change in place, even if
 * they no longer match the filter. New ones wait until the viewer asks for them, so that no row moves.
 */
import { MAX_LIMIT } from '@afterhours/contract/base/paging';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { Application } from '@afterhours/contract/jobs/applications';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import { loadApplication, loadJobApplications } from '../application-commands.ts';
import { onReceivedChanged } from './received-changes.ts';

type Pages = Pick<
  ReturnType<typeof usePages<Application>>,
  'items' | 'cursor' | 'status' | 'update' | 'remove' | 'insert'
>;
type Added = ReadonlyMap<string, Application>;
type Following = {
  jobId: string;
  filter: ApplicationStatus | null;
  pages: Pages;
  /** Runs calls one after another. */
  runInOrder: <T>(work: () => Promise<T>) => Promise<T>;
  /** The open application, which stays when it no longer exists. */
  openId: string | undefined;
};

const NOTHING: Added = new Map();

/** Ids grow with time. */
const newestFirst = (a: Application, b: Application): number => (a._id === b._id ? 0 : a._id < b._id ? 1 : -1);

const isShown = ({ items }: Pages, id: string): boolean => items.some(({ _id }) => _id === id);

/** Whether an application belongs to the loaded part of the list rather than further down. */
function isWithin({ items, cursor, status }: Pages, id: string): boolean {
  const last = items.at(-1);
  return last ? cursor === null || id > last._id : status === 'ready';
}

/**
 * Whether an application matches the filter. Without a filter, one that was withdrawn before it was shown does not
 * count as new.
 */
const matchesFilter = (filter: ApplicationStatus | null, { status }: Application): boolean =>
  filter === null ? status !== 'withdrawn' : filter === status;

function withChange(before: Added, id: string, application: Application | null): Added {
  const added = new Map(before);
  if (application) added.set(id, application);
  else added.delete(id);
  return added;
}

/** Loads the list down to `last`, otherwise its first page; null if that fails. */
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

/** Tracks applications that are not shown yet, and an open one that no longer exists. */
function useWaiting({ filter, pages, openId }: Following) {
  const [added, setAdded] = useState(NOTHING);
  const [goneId, setGoneId] = useState<string>();
  const latest = useRef({ pages, openId, added });
  useLayoutEffect(() => {
    latest.current = { pages, openId, added };
  });
  const apply = (application: Application) => {
    const { pages: now } = latest.current;
    setGoneId((id) => (id === application._id ? undefined : id));
    if (isShown(now, application._id)) return now.update(application._id, application);
    const isNew = matchesFilter(filter, application) && isWithin(now, application._id);
    // An empty list takes it at once, because nothing can move.
    if (isNew && now.items.length === 0) return now.insert([application], newestFirst);
    return setAdded((before) => withChange(before, application._id, isNew ? application : null));
  };
  const drop = (id: string) => {
    setAdded((before) => withChange(before, id, null));
    if (latest.current.openId === id) setGoneId(id);
    else latest.current.pages.remove(id);
  };
  const show = () => {
    pages.insert([...added.values()], newestFirst);
    setAdded(NOTHING);
  };
  return { latest, apply, drop, added, show, goneId };
}

/**
 * Returns a function that schedules a load by id, or of everything shown (null). Scheduled loads run after the viewer's
 * own calls, which never wait for them. `load` returns whether it succeeded; a failed load is retried at the next
 * request.
 */
function useDue({ jobId, runInOrder }: Following, load: (id: string | null) => Promise<boolean>) {
  const due = useRef({ all: false, ids: new Set<string>() });
  const loadDue = async () => {
    const { ids } = due.current;
    await runInOrder(async () => undefined);
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
    void queueSerially(`changes of applications for ${jobId}`, loadDue);
  };
}

/**
 * Keeps the list in sync with events. `loadAgain` reloads an application; call `onChanged` after a change made here.
 */
export function useReceivedChanges(of: Following) {
  const { jobId, filter } = of;
  const { latest, apply, drop, added, show, goneId } = useWaiting(of);
  /** Ids changed here since a load began, whose response may hold older data. */
  const changed = useRef(new Set<string>());
  const applyLoaded = (application: Application) => {
    if (!changed.current.has(application._id)) apply(application);
  };
  const loadOne = async (id: string) => {
    const response = await loadApplication(id);
    if (response.ok) applyLoaded(response.body);
    else if (response.status !== 404) return false;
    else drop(id);
    return true;
  };
  const loadAll = async () => {
    const { pages, added: waiting } = latest.current;
    const known = [...pages.items, ...waiting.values()].toSorted(newestFirst);
    // Without a filter, so that applications that no longer match it are included.
    const loaded = await loadDownTo(known.at(-1), jobId, known.length > 0 ? null : filter);
    if (loaded === null) return false;
    const found = new Set(loaded.map(({ _id }) => _id));
    for (const application of loaded) applyLoaded(application);
    for (const { _id } of known) if (!found.has(_id)) drop(_id);
    return true;
  };
  const loadAgain = useDue(of, (id) => {
    changed.current.clear();
    return id === null ? loadAll() : loadOne(id);
  });
  useEffect(() =>
    onReceivedChanged((about) => {
      if (about === undefined) loadAgain(null);
      else if (about.post_id === jobId) loadAgain(about.application_id);
    }),
  );
  const onChanged = (id: string) => changed.current.add(id);
  return { added: [...added.values()].toSorted(newestFirst), show, goneId, loadAgain, onChanged };
}
