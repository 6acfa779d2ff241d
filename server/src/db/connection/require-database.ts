/**
 * What a database must fulfil before anything is done in it: it is in UTF-8, and this role may create what the server
 * needs. Without this check, startup would fail halfway, or later, with errors that name no setting.
 */
import { type Kysely, sql } from 'kysely';
import { errorCode } from '../error-code.ts';
import type { Database } from '../schema/schema.ts';

/** The database cannot be used; `message` says what to do. */
export class UnfitDatabaseError extends Error {}

type Row = { encoding: string; database: string; role: string; schema_created: boolean; creates: boolean };

/** Throws UnfitDatabaseError if the encoding would lose text, or if rights are missing before the first start. */
export async function requireFitDatabase(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<Row>`
    SELECT current_setting('server_encoding') AS encoding, current_database() AS database, current_user AS role,
      to_regnamespace('jobs') IS NOT NULL AS schema_created,
      has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(),
        'CREATE') AS creates`.execute(db);
  const [row] = rows;
  if (!row) return;
  if (row.encoding !== 'UTF8') {
    throw new UnfitDatabaseError(
      `The database ${row.database} is in ${row.encoding}, which cannot hold every text. ` +
        `Create one in UTF-8: CREATE DATABASE ${row.database} ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  if (!row.schema_created && !row.creates) throw new UnfitDatabaseError(adviseOnRights(row));
}

/** Says how to grant a role the missing rights. */
const adviseOnRights = ({ database, role }: Pick<Row, 'database' | 'role'>): string =>
  `The role ${role} may not create what Afterhours needs in the database ${database}. Make it the owner ` +
  `(ALTER DATABASE ${database} OWNER TO ${role}), or as a superuser: GRANT CREATE ON DATABASE ${database} TO ` +
  `${role}; ` +
  `GRANT CREATE ON SCHEMA public TO ${role}.`;

/** Returns the same advice for a migration that failed for lack of a right; null for any other error. */
export async function explainMissingRights(db: Kysely<Database>, error: unknown): Promise<UnfitDatabaseError | null> {
  if (errorCode(error) !== '42501' && errorCode((error as Error).cause) !== '42501') return null;
  const { rows } = await sql<Pick<Row, 'database' | 'role'>>`
    SELECT current_database() AS database, current_user AS role`.execute(db);
  return rows[0] ? new UnfitDatabaseError(adviseOnRights(rows[0])) : null;
}
