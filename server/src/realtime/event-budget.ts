/**
 * Limits a socket's events with a token bucket, and disconnects a client that continues when it is empty. All sockets
 * of a member share another one, which is large enough for all of them to reconnect at once.
 */
const PER_SECOND = 40;
const BURST = 80;
const MAX_REFUSED = 200;
const MEMBER_PER_SECOND = 100;
const MEMBER_BURST = 2_000;

/** What happens to an event, or to the whole connection. */
export type Treatment = 'take' | 'refuse' | 'disconnect';

/** `now` returns milliseconds. Rejections are forgotten once the bucket is full again. */
export function createEventBudget(now: () => number): () => Treatment {
  let left = BURST;
  let refused = 0;
  let filledAt = now();
  return () => {
    const time = now();
    left = Math.min(BURST, left + ((time - filledAt) / 1_000) * PER_SECOND);
    filledAt = time;
    if (left >= BURST) refused = 0;
    if (left >= 1) {
      left--;
      return 'take';
    }
    refused++;
    return refused > MAX_REFUSED ? 'disconnect' : 'refuse';
  };
}

/** Returns a function that takes an event from a member's bucket; false if it is empty. */
export function createMemberBudgets(now: () => number): (userId: string) => boolean {
  const buckets = new Map<string, { left: number; filledAt: number }>();
  const fill = ({ left, filledAt }: { left: number; filledAt: number }, time: number): number =>
    Math.min(MEMBER_BURST, left + ((time - filledAt) / 1_000) * MEMBER_PER_SECOND);
  return (userId) => {
    const time = now();
    const left = fill(buckets.get(userId) ?? { left: MEMBER_BURST, filledAt: time }, time);
    buckets.delete(userId);
    buckets.set(userId, { left: left >= 1 ? left - 1 : left, filledAt: time });
    // The members who have sent nothing for the longest time come first.
    for (const [id, bucket] of buckets) {
      if (fill(bucket, time) < MEMBER_BURST) break;
      buckets.delete(id);
    }
    return left >= 1;
  };
}
