import { AppError } from '../errors/errors.ts';
import { multipartTexts } from '../errors/http-texts.ts';

/** As much as the largest call may have: a message with ten pictures and ten documents. */
const MAX_AT_ONCE = 300 * 1024 * 1024;
const RETRY_SECONDS = 10;

/** Counts the bytes of one call. */
export type ReceivedBytes = {
  /** Throws a 429 if the sender's calls in progress have too many bytes by now. */
  add(bytes: number): void;
  /** Forgets the call's bytes, once its files are gone. */
  release(): void;
};

/**
 * Returns a function that counts the bytes of a sender's call: limits on what a member stores apply once a file has
 * arrived, so that otherwise one member could fill the temporary folder by many calls at once.
 */
export function createReceivedBytes(max = MAX_AT_ONCE): (sender: string) => ReceivedBytes {
  const totals = new Map<string, number>();
  return (sender) => {
    let own = 0;
    return {
      add(bytes) {
        own += bytes;
        const total = (totals.get(sender) ?? 0) + bytes;
        totals.set(sender, total);
        if (total > max) throw new AppError(429, multipartTexts.manyAtOnce, { retryAfter: RETRY_SECONDS });
      },
      release() {
        const rest = (totals.get(sender) ?? 0) - own;
        own = 0;
        if (rest > 0) totals.set(sender, rest);
        else totals.delete(sender);
      },
    };
  };
}
