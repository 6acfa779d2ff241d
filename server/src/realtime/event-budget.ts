/** Limits a socket's events with a token bucket, and disconnects a client that continues when it is empty. */
const PER_SECOND = 40;
const BURST = 80;
const MAX_REFUSED = 200;

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
