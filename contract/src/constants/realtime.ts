/** Limits on what a socket may subscribe to. */
/** How many posts one socket may watch at a time. */
export const MAX_WATCHED = 50;

/** How many members' presence one socket may follow at a time. */
export const MAX_PRESENCE = 200;
/** Clients repeat `typing` at least this often; it expires after twice that time. */
export const TYPING_SECONDS = 4;
