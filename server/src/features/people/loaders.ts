import { sql } from 'kysely';

/** The columns of a PersonRow over `u` (users), without the id, which some rows have under another name. */
export const personColumns = sql`u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details`;
