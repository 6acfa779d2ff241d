/** When failed mails and pushes are retried. */

const FIRST_SECONDS = 60;
const LONGEST_SECONDS = 3_600;
/** The delay after the mail server has refused a mail. */
export const AFTER_REFUSAL_SECONDS = 6 * LONGEST_SECONDS;

/** Returns the delay before the next attempt: a minute, doubled with each failed one, up to an hour. */
export const retrySeconds = (failedTries: number): number =>
  Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(failedTries, 6));

export const plus = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
