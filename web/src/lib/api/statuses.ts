/** Statuses of failed calls that are handled in a way of their own. */
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const CONFLICT = 409;
export const TOO_MANY_REQUESTS = 429;
