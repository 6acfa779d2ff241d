/** Limits of lists of posts. */
export const MAX_HASHTAG_FILTERS = 20;
