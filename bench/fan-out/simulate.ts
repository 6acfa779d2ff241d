/** Simulates how much database work a day of a community causes if feeds are built on read, on write, or both. */
import type { Member } from './community.ts';

/** Measured costs, in milliseconds unless noted otherwise. */
export type Costs = {
  /** A page built on read: a fixed cost, and a cost per followed member. */
  mergeBase: number;
  mergeEach: number;
  /** Reading a page from a list that was built on write. */
  listRead: number;
  /** Writing one entry of such a list. */
  listWrite: number;
  /** Bytes per entry, including its index. */
  listBytes: number;
};

export type Day = {
  /** Seconds of database work. */
  seconds: number;
  /** Entries written. */
  entries: number;
  /** Entries written for one post of the most followed member. */
  worstPost: number;
};

/**
 * Posts of authors with at most `limit` followers are written into their followers' lists; the others are merged on
 * read. 0 means all on read, infinity all on write. `readsPerDay` is the mean per member.
 */
export function simulateDay(members: readonly Member[], costs: Costs, limit: number, readsPerDay: number): Day {
  const followed = members.reduce((sum, member) => sum + member.followers, 0);
  const merged = members.reduce((sum, member) => sum + (member.followers > limit ? member.followers : 0), 0);
  // The share of follows of authors whose posts are merged.
  const mergedShare = followed === 0 ? 0 : merged / followed;
  let [entries, milliseconds, worstPost] = [0, 0, 0];
  for (const { followers, follows, postsPerDay, reads } of members) {
    if (followers <= limit) {
      entries += postsPerDay * followers;
      worstPost = Math.max(worstPost, followers);
    }
    const list = limit > 0 ? costs.listRead : 0;
    const merge = mergedShare > 0 ? costs.mergeBase + costs.mergeEach * follows * mergedShare : 0;
    milliseconds += readsPerDay * reads * (list + merge);
  }
  return { seconds: (milliseconds + entries * costs.listWrite) / 1_000, entries, worstPost };
}

const LIMITS = [0, 100, 300, 1_000, 3_000, 10_000, 30_000, Number.POSITIVE_INFINITY];

/** Returns the limit with the lowest cost. */
export function findBest(members: readonly Member[], costs: Costs, readsPerDay: number): { limit: number; day: Day } {
  const days = LIMITS.map((limit) => ({ limit, day: simulateDay(members, costs, limit, readsPerDay) }));
  return days.reduce((best, next) => (next.day.seconds < best.day.seconds ? next : best));
}
