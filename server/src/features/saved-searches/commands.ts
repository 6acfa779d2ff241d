/**
 * Tells members of new jobs. A new job is compared once, by a job of the queue, with the searches that share a key with
 * it. Those that find it become due, and what is due is told by whichever server comes first: one notification for a
 * search, however many jobs it has found. What was found is kept until then, and looked at once more.
 */
import { MAX_SAVED_SEARCHES, type SearchCadence } from '@afterhours/contract/constants/jobs';
import type { JobSearch } from '@afterhours/contract/job-filters';
import { savedSearchMessages } from '@afterhours/contract/saved-searches';
import { lockMembers } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { filtersOf } from '#features/feed/loaders.ts';
import { loadJob } from '#features/hiring/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { searchMatched } from './events.ts';
import { matchJob } from './jobs.ts';
import { keyOf, keysOf } from './keys.ts';
import {
  claimJob,
  countOwn,
  deleteSearch,
  holdPosts,
  lockNewJob,
  makeDue,
  saveSearch,
  selectCountries,
  selectDue,
  selectFinding,
  selectUnmatched,
  takeDue,
} from './queries.ts';
import { linkOf } from './views.ts';

const AT_ONCE = 100;

/** Leaves out what is empty, so that the same search has one form. */
const tidy = (query: JobSearch): JobSearch =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

/** Saves a search; throws a 409 when the member has as many as they may. */
export function createSearch(services: Services, userId: string, given: JobSearch, cadence: SearchCadence) {
  const query = tidy(given);
  const { words } = filtersOf({ limit: 1, ...(query.keyword ? { keyword: query.keyword } : {}) });
  const terms = words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
  return inTransaction(services, async ({ db }) => {
    await lockMembers(db, [userId]);
    const saved = await saveSearch(db, { userId, query, cadence, key: keyOf(query, words), terms });
    if ((await countOwn(db, userId, MAX_SAVED_SEARCHES + 1)) > MAX_SAVED_SEARCHES)
      throw new AppError(409, english(savedSearchMessages.tooMany, { max: MAX_SAVED_SEARCHES }));
    return saved;
  });
}

export async function removeSearch(services: Services, userId: string, id: string): Promise<void> {
  if (!(await deleteSearch(services.db, userId, id))) throw notFound(savedSearchMessages.notFound);
}

/** Has those of these posts compared that are jobs which were not: they were held, hidden or for connections before. */
export async function compareShown(services: Services, { db }: Tx, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  for (const postId of await selectUnmatched(db, postIds)) await services.jobs.enqueue(db, matchJob, { postId });
}

/** Compares a new job with the searches; a repeat does nothing, nor does one before others see the job. */
export function matchSearches(services: Services, postId: string): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    const job = await lockNewJob(db, postId);
    if (!job || !(await claimJob(db, postId))) return;
    const keys = keysOf({ ...job, terms: await loadJob(db, postId) }, await selectCountries(db));
    const finding = await selectFinding(db, { postId, text: job.text }, keys);
    if (finding.length > 0) await makeDue(db, finding, postId);
  });
}

/** Tells some of the members whose searches are due; returns how many there were. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services, async (tx) => {
    const due = await selectDue(tx.db, AT_ONCE);
    if (due.length === 0) return 0;
    // In the one order of locks: posts, members, then rows below them.
    await holdPosts(
      tx.db,
      due.flatMap(({ postId }) => postId ?? []),
    );
    await lockMembers(tx.db, [...new Set(due.map(({ userId }) => userId))]);
    const told = await takeDue(tx.db, due);
    await tx.emitAll(
      searchMatched,
      told.map(({ id, userId, query, postId }) => ({ searchId: id, userId, postId, link: linkOf(query) })),
    );
    return due.length;
  });
}

/** Tells members what their searches have found and they still see; nothing is told of jobs that have gone since. */
export async function tellDue(services: Services): Promise<void> {
  for (let told = AT_ONCE; told === AT_ONCE; ) told = await tellSome(services);
}
