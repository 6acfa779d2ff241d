import { type RawBuilder, sql } from 'kysely';

/** The columns of a PersonRow over a table of users, without the id, which some rows have under another name. */
export const personColumnsOf = (users: string): RawBuilder<unknown> =>
  sql.join(
    ['first_name', 'last_name', 'username', 'image', 'profession', 'intro_details'].map((name) =>
      sql.ref(`${users}.${name}`),
    ),
  );

/** The same over `u`. */
export const personColumns = personColumnsOf('u');
