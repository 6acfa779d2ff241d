/** The properties of a community that matter for feeds: each member's followers, followings, posts and reads. */
import { createRandom } from '../../demo/src/random.ts';

/** `reads` is relative to the average member, who has 1. Members are ordered by descending number of followers. */
export type Member = { followers: number; follows: number; postsPerDay: number; reads: number };

export type CommunityShape = {
  members: number;
  /** Means per member. */
  follows: number;
  postsPerDay: number;
};

/**
 * The number of followers falls with the rank, as 1/rank^0.56: with a million members and a mean of 100, the first
 * member has about 100,000.
 */
const SKEW = 0.56;
/** The share of members who read on a given day; the others hardly read at all. */
const ACTIVE = 0.3;

/** Scales values to the given mean. */
function scaleToMean(values: number[], mean: number): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => (value * mean * values.length) / sum);
}

/** Generates a community; the same shape always gives the same one. */
export function generateCommunity({ members, follows, postsPerDay }: CommunityShape): Member[] {
  const random = createRandom('fan-out');
  const ranks = Array.from({ length: members }, (_value, rank) => (rank + 1) ** -SKEW);
  const followers = scaleToMean(ranks, follows).map((count) => Math.min(Math.round(count), members - 1));
  const following = scaleToMean(
    ranks.map(() => random.next() ** -0.5),
    follows,
  );
  const posting = scaleToMean(
    followers.map((count) => (0.2 + Math.log2(1 + count)) * random.next()),
    postsPerDay,
  );
  const reading = scaleToMean(
    ranks.map(() => (random.chance(ACTIVE) ? -Math.log(1 - random.next()) : 0.01)),
    1,
  );
  return followers.map((count, index) => ({
    followers: count,
    follows: Math.round(following[index] ?? 0),
    postsPerDay: posting[index] ?? 0,
    reads: reading[index] ?? 0,
  }));
}
