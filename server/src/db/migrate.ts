/** Brings a database to the schema this version needs: forward only, under an advisory lock, safe when two start at once. */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './schema.ts';

const migrations = {
  '0001-members': () => import('./migrations/0001-members.ts'),
  '0002-posts': () => import('./migrations/0002-posts.ts'),
  '0003-network': () => import('./migrations/0003-network.ts'),
  '0004-counters': () => import('./migrations/0004-counters.ts'),
  '0005-demo': () => import('./migrations/0005-demo.ts'),
  '0006-reports': () => import('./migrations/0006-reports.ts'),
  '0007-heat': () => import('./migrations/0007-heat.ts'),
  '0008-hashtag-prefixes': () => import('./migrations/0008-hashtag-prefixes.ts'),
  '0009-feed-snapshots': () => import('./migrations/0009-feed-snapshots.ts'),
  '0010-suggestions': () => import('./migrations/0010-suggestions.ts'),
  '0011-job-applications': () => import('./migrations/0011-job-applications.ts'),
  '0012-comment-reports-by-post': () => import('./migrations/0012-comment-reports-by-post.ts'),
  '0013-payments': () => import('./migrations/0013-payments.ts'),
  '0014-post-words': () => import('./migrations/0014-post-words.ts'),
  '0015-webinar-zones': () => import('./migrations/0015-webinar-zones.ts'),
  '0016-member-switches': () => import('./migrations/0016-member-switches.ts'),
  '0017-profiles': () => import('./migrations/0017-profiles.ts'),
  '0019-invitations': () => import('./migrations/0019-invitations.ts'),
  '0020-message-files': () => import('./migrations/0020-message-files.ts'),
  '0021-presence': () => import('./migrations/0021-presence.ts'),
  '0022-search': () => import('./migrations/0022-search.ts'),
  '0023-blocks': () => import('./migrations/0023-blocks.ts'),
  '0024-two-factor-and-google': () => import('./migrations/0024-two-factor-and-google.ts'),
  '0025-deleted-members': () => import('./migrations/0025-deleted-members.ts'),
  '0026-session-notices': () => import('./migrations/0026-session-notices.ts'),
  '0027-made-by-key': () => import('./migrations/0027-made-by-key.ts'),
  '0035-member-notices': () => import('./migrations/0035-member-notices.ts'),
};

const MINIMUM_VERSION = 150_000;

/** The database cannot be used; `message` says what to do. */
export class MigrationError extends Error {}

/** Applies what is missing and returns the names of what it applied. Throws MigrationError with a message to show. */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  await requireVersion(db);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          await Promise.all(Object.entries(migrations).map(async ([name, load]) => [name, await load()])),
        ),
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const detail = error instanceof Error ? error.message : 'an unknown fault';
    throw new MigrationError(
      /corrupted migrations/.test(detail)
        ? 'This database was made by a newer version. Please start that version, or a newer one.'
        : `The database could not be brought up to date: ${detail}`,
      { cause: error },
    );
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
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
