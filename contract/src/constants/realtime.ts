/** Limits of what a socket may ask for. */
/** How many posts one socket may watch at a time. */
export const MAX_WATCHED = 50;

/** How many members' presence one socket may follow at a time. */
export const MAX_PRESENCE = 200;
/** Clients repeat `typing` at least this often; it ends by itself after twice that time. */
export const TYPING_SECONDS = 4;
