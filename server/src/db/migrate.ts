/**
 * Brings a database to this version's schema: forward only, under an advisory lock, safe if two servers start at once.
 * The migrations of this version are those with a checksum in `migrations/sums.json`, to which `npm run fix` adds new
 * ones: a file that an upgrade or downgrade has left in the folder is not one of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { compareVersions, listApplied, raiseFloor, readFloor } from './compatibility.ts';
import { explainMissingRights, requireFitDatabase } from './connection/require-database.ts';
import { errorCode } from './error-code.ts';
import sums from './migrations/sums.json' with { type: 'json' };
import type { Database } from './schema/schema.ts';

/** The names of all migrations in this version, in order. */
export const migrationNames: readonly string[] = Object.keys(sums);

const MINIMUM_VERSION = 150_000;

/** The database cannot be used; `message` says what to do. */
export class MigrationError extends Error {}

/**
 * A migration. If it removes what earlier versions use, `requires` names the oldest migration they must know from then
 * on.
 */
type Step = { up: (db: Kysely<unknown>) => Promise<void>; requires?: string };
export type Steps = Record<string, () => Promise<Step>>;

const migrations: Steps = Object.fromEntries(
  migrationNames.map((name) => [name, async () => (await import(`./migrations/${name}.ts`)) as Step]),
);

type Migrations = Record<string, Pick<Step, 'up'>>;

/** Returns the migrations as Kysely takes them. Each is imported when it is applied, and those applied before never. */
const toMigrations = (steps: Steps): Migrations =>
  Object.fromEntries(
    Object.entries(steps).map(([name, load]) => {
      const up = async (db: Kysely<unknown>): Promise<void> => {
        const step = await load();
        await step.up(db);
        if (step.requires !== undefined) await raiseFloor(db, step.requires);
      };
      return [name, { up }];
    }),
  );

/** Returns whether there is something to apply. Throws when this version may not use the database. */
async function requireFit(db: Kysely<Database>, steps: Steps, warn: (line: string) => void): Promise<boolean> {
  const versions = { known: Object.keys(steps), applied: await listApplied(db), floor: await readFloor(db) };
  const verdict = compareVersions(versions);
  if (verdict === 'fits') return versions.applied.length < versions.known.length;
  if (verdict === 'too old') {
    throw new MigrationError(
      'This database was upgraded by a newer version, and this version is too old to use it. Please start that ' +
        'version, or a newer one.',
    );
  }
  if (verdict === 'diverged') {
    throw new MigrationError('This database was created by another line of versions; this one cannot use it.');
  }
  warn('This database was upgraded by a newer version; this version still works with it. Please update soon.');
  return false;
}

/** How long a migration waits for a lock, mostly held by a long query; later statements queue behind it. */
const LOCK_TIMEOUT = '5s';
const LOCK_TRIES = 24;
const LOCK_PAUSE_MS = 1_000;
const WAITING_MS = 3_000;

const isLocked = (error: unknown): boolean => errorCode(error) === '55P03';

type Tried = { applied: string[]; error: unknown };

/**
 * Applies the missing migrations: to a new database all in one transaction, to one in use each in a transaction of its
 * own, so that one migration's locks do not last while the next one builds its indexes.
 */
async function applyMissing(db: Kysely<Database>, migrations: Migrations): Promise<Tried> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const isNew = (await listApplied(db)).length === 0;
  const applied: string[] = [];
  for (;;) {
    const { error, results = [] } = await (isNew ? migrator.migrateToLatest() : migrator.migrateUp());
    const done = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
    applied.push(...done);
    if (error || isNew || done.length === 0) return { applied, error };
  }
}

/** Makes one attempt: a migration may run as long as it needs, but must not block others while it waits for a lock. */
function tryToApply(db: Kysely<Database>, migrations: Migrations): Promise<Tried> {
  return db.connection().execute(async (connection) => {
    await sql`
      SELECT set_config('statement_timeout', '0', false), set_config('lock_timeout', ${LOCK_TIMEOUT}, false)
    `.execute(connection);
    try {
      return await applyMissing(connection, migrations);
    } finally {
      await sql`RESET ALL`.execute(connection).catch(() => undefined);
    }
  });
}

async function apply(db: Kysely<Database>, steps: Steps): Promise<string[]> {
  const migrations = toMigrations(steps);
  const applied: string[] = [];
  for (let tries = 1; ; tries++) {
    const tried = await tryToApply(db, migrations);
    const { error } = tried;
    applied.push(...tried.applied);
    if (!error) return applied;
    if (!isLocked(error) || tries >= LOCK_TRIES) {
      const missing = await explainMissingRights(db, error);
      if (missing) throw missing;
      const detail = error instanceof Error ? error.message : 'an unknown fault';
      throw new MigrationError(`The database could not be brought up to date: ${detail}`, { cause: error });
    }
    await delay(LOCK_PAUSE_MS);
  }
}

/**
 * Applies the missing migrations and returns their names. Returns none if a newer version has migrated the database and
 * this one may run beside it; `warn` is then called. Throws MigrationError or UnfitDatabaseError, whose messages are
 * fit to be shown.
 */
export async function migrate(
  db: Kysely<Database>,
  { warn = () => undefined, steps = migrations }: { warn?: (line: string) => void; steps?: Steps } = {},
): Promise<string[]> {
  await requireVersion(db);
  await requireFitDatabase(db);
  if (!(await requireFit(db, steps, warn))) return [];
  const waiting = setTimeout(
    () => warn('The database is being brought up to date, here or by another server; this can take a while.'),
    WAITING_MS,
  );
  try {
    return await apply(db, steps);
  } catch (error) {
    // A newer version may have migrated the database while this one waited.
    if (await requireFit(db, steps, warn)) throw error;
    return [];
  } finally {
    clearTimeout(waiting);
  }
}

/**
 * Applies the missing migrations within a transaction, up to `last` if it is given. For a database with no other users.
 */
export async function migrateWithin(db: Transaction<Database>, last?: string): Promise<void> {
  await requireVersion(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => toMigrations(migrations) } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error;
}

async function requireVersion(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version_num') AS version`.execute(db);
  const version = Number(rows[0]?.version);
  if (version < MINIMUM_VERSION) {
    throw new MigrationError(
      `PostgreSQL 15 or later is needed; this server is version ${Math.floor(version / 10_000)}.`,
    );
  }
}
