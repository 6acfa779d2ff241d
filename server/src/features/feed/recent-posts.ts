/**
 * The newest posts of all members, in memory, by author. From them, a page of a network is found without looking up
 * each of its authors: two fifths more pages a second among 100,000 members. Each server loads its own, as far down as
 * its members' pages reach. Nothing is invalidated: a post is added once it is so old that no other can be committed
 * below it, and whether the viewer sees it is checked for each page.
 */
import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { firstIdOfPast } from '#db/statements/id.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { selectPostsAbove, selectPostsUpTo } from './recent-queries.ts';

/** Much longer than transactions take and than clocks differ. */
const SETTLED_MS = MINUTE_MS;
const ADDED_EVERY_MS = 5_000;
/** After this time, memory begins anew, so that it does not grow forever. */
const LIFETIME_MS = HOUR_MS;
const BATCH = 4_096;
/** The number of older posts to load at most; they take 5 to 20 MB, depending on the number of authors. */
const MAX_OLDER = 65_536;

/** Puts an id into its place among the newest ones, which are at most `count`, newest first, each once. */
function insertInOrder(newest: string[], id: string, count: number): void {
  // By halves, since a numbered page may have thousands before it.
  let [from, to] = [0, newest.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((newest[middle] ?? '') > id) from = middle + 1;
    else to = middle;
  }
  if (newest[from] === id) return;
  newest.splice(from, 0, id);
  if (newest.length > count) newest.pop();
}

export class RecentPosts {
  readonly #db: Db;
  readonly #onError: (error: unknown) => void;
  readonly #startedAt = performance.now();
  #addedAt = this.#startedAt;
  #isLoading = false;
  /** Ids of posts by the id of their author, newest first. */
  readonly #byAuthor = new Map<string, string[]>();
  /** All posts above the first id and up to the second are here; `#isWhole`: there are none below. */
  #above = firstIdOfPast(SETTLED_MS);
  #upTo = this.#above;
  #isWhole = false;
  #older = 0;

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** Posts above this id are not here yet. */
  get upTo(): string {
    return this.#upTo;
  }

  /** Whether to begin anew: after a while, and when the clock was set back, so that new ids are below `upTo`. */
  get isOld(): boolean {
    return performance.now() - this.#startedAt > LIFETIME_MS || firstIdOfPast(0) < this.#upTo;
  }

  /**
   * Returns the newest posts of these authors that are before one id and not above another, newest first. `isEnd`:
   * there are no more. Without it, fewer than `count` mean that the others are not here.
   */
  newestOf(authorIds: Iterable<string>, { before, upTo }: { before: string; upTo: string }, count: number) {
    const ids: string[] = [];
    for (const authorId of authorIds) {
      for (const id of this.#byAuthor.get(authorId) ?? []) {
        if (ids.length === count && id < (ids[count - 1] ?? '')) break;
        if (id < before && id <= upTo) insertInOrder(ids, id, count);
      }
    }
    return { ids, isEnd: this.#isWhole && ids.length < count };
  }

  /** Adds the posts that have settled, in the background, if it is time to. */
  addSettled(): void {
    if (performance.now() - this.#addedAt > ADDED_EVERY_MS) this.#load(() => this.#addNewer());
  }

  /** Loads older posts in the background, for the next page that reaches so far down. */
  addOlder(): void {
    if (!this.#isWhole && this.#older < MAX_OLDER) this.#load(() => this.#addOlder());
  }

  #idsOf(authorId: string): string[] {
    const ids = this.#byAuthor.get(authorId) ?? [];
    this.#byAuthor.set(authorId, ids);
    return ids;
  }

  async #addNewer(): Promise<void> {
    this.#addedAt = performance.now();
    const settled = firstIdOfPast(SETTLED_MS);
    const rows = await selectPostsAbove(this.#db, this.#upTo, settled, BATCH);
    for (const { id, user_id } of rows) this.#idsOf(user_id).unshift(id);
    this.#upTo = rows.length < BATCH ? settled : (rows.at(-1)?.id ?? settled);
  }

  async #addOlder(): Promise<void> {
    const rows = await selectPostsUpTo(this.#db, this.#above, BATCH);
    for (const { id, user_id } of rows) this.#idsOf(user_id).push(id);
    this.#above = rows.at(-1)?.id ?? this.#above;
    this.#older += rows.length;
    this.#isWhole = rows.length < BATCH;
  }

  #load(add: () => Promise<void>): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void add()
      .catch(this.#onError)
      .finally(() => {
        this.#isLoading = false;
      });
  }
}

const currentOf = perApp(({ db, log }) => {
  // While the primary is away, the database is searched for what is missing here.
  const onError = (err: unknown) => isUnreachable(err) || log.warn({ err }, 'recent posts could not be loaded');
  let current: RecentPosts | undefined;
  return () => {
    if (current === undefined || current.isOld) current = new RecentPosts(db, onError);
    current.addSettled();
    return current;
  };
});

/** Returns the server's recent posts. */
export const recentPosts = (services: Services): RecentPosts => currentOf(services)();
