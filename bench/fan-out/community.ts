/** The parts of a community that matter for feeds: followers and followings of each member, who posts and who reads. */
import { createRandom } from '../../demo/src/random.ts';

/** `reads` is a member's share of all reading, 1 on average. Members are ordered by their followers. */
export type Member = { followers: number; follows: number; postsADay: number; reads: number };

export type CommunityShape = {
  members: number;
  /** Means of a member. */
  follows: number;
  postsADay: number;
};

/**
 * Followers by rank fall like 1/rank^0.56: with a million members and a mean of 100, the first has about 100 thousand.
 */
const SKEW = 0.56;
/** Most members are away on most days, a few are present all day long. */
const ACTIVE = 0.3;

/** Scales random values to the wanted mean. */
function withMean(drawn: number[], mean: number): number[] {
  const sum = drawn.reduce((total, value) => total + value, 0);
  return drawn.map((value) => (value * mean * drawn.length) / sum);
}

/** The same shape always gives the same community. */
export function makeCommunity({ members, follows, postsADay }: CommunityShape): Member[] {
  const random = createRandom('fan-out');
  const ranks = Array.from({ length: members }, (_value, rank) => (rank + 1) ** -SKEW);
  const followers = withMean(ranks, follows).map((count) => Math.min(Math.round(count), members - 1));
  const following = withMean(
    ranks.map(() => random.next() ** -0.5),
    follows,
  );
  const posting = withMean(
    followers.map((count) => (0.2 + Math.log2(1 + count)) * random.next()),
    postsADay,
  );
  const reading = withMean(
    ranks.map(() => (random.chance(ACTIVE) ? -Math.log(1 - random.next()) : 0.01)),
    1,
  );
  return followers.map((count, index) => ({
    followers: count,
    follows: Math.round(following[index] ?? 0),
    postsADay: posting[index] ?? 0,
    reads: reading[index] ?? 0,
  }));
}
