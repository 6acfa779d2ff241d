/** When failed mails and pushes are retried. */

const FIRST_SECONDS = 60;
const LONGEST_SECONDS = 3_600;

/** Returns the delay before the next attempt: a minute, doubled with each failed one, up to an hour. */
export const retrySeconds = (failedTries: number): number =>
  Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(failedTries, 6));

export const plus = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
