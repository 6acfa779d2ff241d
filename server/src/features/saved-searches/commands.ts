/**
 * Notifies members of new jobs. A queue job compares each new job post once with the searches that share a key with it.
 * Searches that match become due, and any server may send the notifications for due searches: one per search, however
 * many job posts it has matched. Matches are stored until then, and checked once more.
 */
import { MAX_SAVED_SEARCHES, type SearchCadence } from '@afterhours/contract/constants/jobs';
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import { savedSearchMessages } from '@afterhours/contract/jobs/saved-searches';
import { lockCounters } from '#access/members.ts';
import { lockPosts } from '#access/posts.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { filtersOf } from '#features/feed/loaders.ts';
import { selectJob } from '#features/hiring/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { savedSearchesChanged, searchMatched } from './events.ts';
import { matchJob } from './jobs.ts';
import { keyOf, keysOf } from './keys.ts';
import {
  claimJob,
  countOwn,
  deleteSearch,
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

const BATCH_SIZE = 100;

/** Leaves out empty fields, so that equal searches have the same form. */
const tidy = (query: JobSearch): JobSearch =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

/** Saves a search; throws a 409 if the member has reached the maximum number. */
export function createSearch(services: Services, userId: string, given: JobSearch, cadence: SearchCadence) {
  const query = tidy(given);
  const { words } = filtersOf(query.keyword ? { keyword: query.keyword } : {});
  const terms = words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    await lockCounters(db, [userId]);
    const saved = await saveSearch(db, { userId, query, cadence, key: keyOf(query, words), terms });
    if ((await countOwn(db, userId, MAX_SAVED_SEARCHES + 1)) > MAX_SAVED_SEARCHES)
      throw new AppError(409, english(savedSearchMessages.tooMany, { max: MAX_SAVED_SEARCHES }));
    await tx.emit(savedSearchesChanged, { userId });
    return saved;
  });
}

export function removeSearch(services: Services, userId: string, id: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    if (!(await deleteSearch(tx.db, userId, id))) throw notFound(savedSearchMessages.notFound);
    await tx.emit(savedSearchesChanged, { userId });
  });
}

/**
 * Enqueues the comparison of those posts that are jobs and were not compared yet, because they were held, hidden or for
 * connections only.
 */
export async function compareShown(services: Services, { db }: Tx, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  const unmatched = await selectUnmatched(db, postIds);
  await services.jobs.enqueueAll(
    db,
    matchJob,
    unmatched.map((postId) => ({ postId })),
  );
}

/** Compares a new job with the searches. Does nothing on a repeat, or before others can see the job. */
export function matchSearches(services: Services, postId: string): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    const job = await lockNewJob(db, postId);
    if (!job || !(await claimJob(db, postId))) return;
    const keys = keysOf({ ...job, terms: await selectJob(db, postId) }, await selectCountries(db));
    const finding = await selectFinding(db, { postId, text: job.text }, keys);
    if (finding.length > 0) await makeDue(db, finding, postId);
  });
}

/** Notifies a batch of the members whose searches are due; returns the size of the batch. */
function notifyBatch(services: Services): Promise<number> {
  return inTransaction(services, async (tx) => {
    const due = await selectDue(tx.db, BATCH_SIZE);
    if (due.length === 0) return 0;
    // In the order of locks (architecture.md): posts, counts of members, then the rows that belong to them.
    await lockPosts(
      tx.db,
      due.flatMap(({ postId }) => postId ?? []),
    );
    await lockCounters(tx.db, [...new Set(due.map(({ userId }) => userId))]);
    const taken = await takeDue(tx.db, due);
    await tx.emitAll(
      searchMatched,
      taken.map(({ id, userId, query, postId }) => ({ searchId: id, userId, postId, link: linkOf(query) })),
    );
    return due.length;
  });
}

/** Notifies members of the matches that they can still see. Jobs that have gone since cause no notification. */
export async function sendDueNotifications(services: Services): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) count = await notifyBatch(services);
}
