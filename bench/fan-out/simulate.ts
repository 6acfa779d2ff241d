/** What a day of a community costs the database, by how its feeds of followed members are built. */
import type { Member } from './community.ts';

/** Milliseconds, as measured. */
export type Costs = {
  /** A page built on read: a fixed cost, and more for each followed member. */
  mergeBase: number;
  mergeEach: number;
  /** A page read from a list that was written before. */
  listRead: number;
  /** One entry of such a list. */
  listWrite: number;
  /** For an entry, with its index. */
  listBytes: number;
};

export type Day = {
  /** Seconds of work a day. */
  seconds: number;
  /** Entries written a day. */
  entries: number;
  /** Entries written for one post of the most followed member. */
  worstPost: number;
};

/**
 * Posts of authors with at most `limit` followers are written into their followers' lists; the others are merged on
 * read. 0 means all on read, infinity all on write. `readsADay` is the mean of a member.
 */
export function simulateDay(members: readonly Member[], costs: Costs, limit: number, readsADay: number): Day {
  const followed = members.reduce((sum, member) => sum + member.followers, 0);
  const merged = members.reduce((sum, member) => sum + (member.followers > limit ? member.followers : 0), 0);
  /** The number of followed members whose posts are merged. */
  const share = followed === 0 ? 0 : merged / followed;
  let [entries, milliseconds, worstPost] = [0, 0, 0];
  for (const { followers, follows, postsADay, reads } of members) {
    if (followers <= limit) {
      entries += postsADay * followers;
      worstPost = Math.max(worstPost, followers);
    }
    const list = limit > 0 ? costs.listRead : 0;
    const merge = share > 0 ? costs.mergeBase + costs.mergeEach * follows * share : 0;
    milliseconds += readsADay * reads * (list + merge);
  }
  return { seconds: (milliseconds + entries * costs.listWrite) / 1_000, entries, worstPost };
}

const LIMITS = [0, 100, 300, 1_000, 3_000, 10_000, 30_000, Number.POSITIVE_INFINITY];

/** Returns the limit with the lowest cost. */
export function findBest(members: readonly Member[], costs: Costs, readsADay: number): { limit: number; day: Day } {
  const days = LIMITS.map((limit) => ({ limit, day: simulateDay(members, costs, limit, readsADay) }));
  return days.reduce((best, one) => (one.day.seconds < best.day.seconds ? one : best));
}
