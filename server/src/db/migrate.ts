/**
 * Brings a database to this version's schema: forward only, under an advisory lock, safe if two servers start at once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { compareVersions, listApplied, raiseFloor, readFloor } from './compatibility.ts';
import { explainMissingRights, requireFitDatabase } from './connection/require-database.ts';
import { errorCode } from './error-code.ts';
import type { Database } from './schema/schema.ts';

const migrations: Steps = {
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
  '0030-linked-servers': () => import('./migrations/0030-linked-servers.ts'),
  '0031-schema-floor': () => import('./migrations/0031-schema-floor.ts'),
  '0035-member-notices': () => import('./migrations/0035-member-notices.ts'),
  '0036-ordered-unread': () => import('./migrations/0036-ordered-unread.ts'),
  '0037-unread-notifications': () => import('./migrations/0037-unread-notifications.ts'),
  '0038-search-at-once': () => import('./migrations/0038-search-at-once.ts'),
  '0040-quick-ranks': () => import('./migrations/0040-quick-ranks.ts'),
  '0041-comments-of-a-post': () => import('./migrations/0041-comments-of-a-post.ts'),
  '0042-posts-as-written': () => import('./migrations/0042-posts-as-written.ts'),
  '0043-threads-of-a-post': () => import('./migrations/0043-threads-of-a-post.ts'),
  '0044-member-storage': () => import('./migrations/0044-member-storage.ts'),
  '0045-name-starts': () => import('./migrations/0045-name-starts.ts'),
  '0046-account-safety': () => import('./migrations/0046-account-safety.ts'),
  '0047-used-nonces': () => import('./migrations/0047-used-nonces.ts'),
  '0048-email-changes': () => import('./migrations/0048-email-changes.ts'),
  '0053-own-payments': () => import('./migrations/0053-own-payments.ts'),
  '0054-notification-kinds': () => import('./migrations/0054-notification-kinds.ts'),
  '0055-profile-links': () => import('./migrations/0055-profile-links.ts'),
  '0057-notification-groups': () => import('./migrations/0057-notification-groups.ts'),
  '0058-staff': () => import('./migrations/0058-staff.ts'),
  '0059-cases': () => import('./migrations/0059-cases.ts'),
  '0060-hidden-content': () => import('./migrations/0060-hidden-content.ts'),
  '0061-sanctions': () => import('./migrations/0061-sanctions.ts'),
  '0062-recent-proof': () => import('./migrations/0062-recent-proof.ts'),
  '0063-case-kinds': () => import('./migrations/0063-case-kinds.ts'),
  '0064-evidence': () => import('./migrations/0064-evidence.ts'),
  '0065-audit-members': () => import('./migrations/0065-audit-members.ts'),
  '0067-community-settings': () => import('./migrations/0067-community-settings.ts'),
  '0069-join-requests': () => import('./migrations/0069-join-requests.ts'),
  '0070-community-logo': () => import('./migrations/0070-community-logo.ts'),
  '0071-terms': () => import('./migrations/0071-terms.ts'),
  '0075-passkeys': () => import('./migrations/0075-passkeys.ts'),
  '0076-oidc': () => import('./migrations/0076-oidc.ts'),
  '0077-sign-in-links': () => import('./migrations/0077-sign-in-links.ts'),
  '0078-banned-contacts': () => import('./migrations/0078-banned-contacts.ts'),
  '0079-terms-acceptances-index': () => import('./migrations/0079-terms-acceptances-index.ts'),
  '0080-factor-proof': () => import('./migrations/0080-factor-proof.ts'),
  '0082-limits-and-sellers': () => import('./migrations/0082-limits-and-sellers.ts'),
  '0083-overview': () => import('./migrations/0083-overview.ts'),
  '0084-used-proofs': () => import('./migrations/0084-used-proofs.ts'),
  '0085-waiting-members': () => import('./migrations/0085-waiting-members.ts'),
  '0087-automation': () => import('./migrations/0087-automation.ts'),
  '0088-sweeps': () => import('./migrations/0088-sweeps.ts'),
  '0089-related-accounts': () => import('./migrations/0089-related-accounts.ts'),
  '0090-payments-of-host': () => import('./migrations/0090-payments-of-host.ts'),
  '0092-name-prefixes': () => import('./migrations/0092-name-prefixes.ts'),
  '0093-mentions': () => import('./migrations/0093-mentions.ts'),
  '0094-who-may-mention': () => import('./migrations/0094-who-may-mention.ts'),
  '0095-causes-of-holds': () => import('./migrations/0095-causes-of-holds.ts'),
  '0096-visibility': () => import('./migrations/0096-visibility.ts'),
  '0100-labels': () => import('./migrations/0100-labels.ts'),
  '0101-export-links': () => import('./migrations/0101-export-links.ts'),
  '0105-addresses': () => import('./migrations/0105-addresses.ts'),
  '0106-webinars-by-time': () => import('./migrations/0106-webinars-by-time.ts'),
  '0107-sitemap-parts': () => import('./migrations/0107-sitemap-parts.ts'),
  '0110-narrow-posts': () => import('./migrations/0110-narrow-posts.ts'),
  '0111-post-revisions': () => import('./migrations/0111-post-revisions.ts'),
  '0112-drafts': () => import('./migrations/0112-drafts.ts'),
  '0113-revision-audience': () => import('./migrations/0113-revision-audience.ts'),
  '0114-steps-of-related-accounts': () => import('./migrations/0114-steps-of-related-accounts.ts'),
  '0117-scheduled-posts': () => import('./migrations/0117-scheduled-posts.ts'),
  '0120-link-cards': () => import('./migrations/0120-link-cards.ts'),
  '0123-notification-mail': () => import('./migrations/0123-notification-mail.ts'),
  '0124-push': () => import('./migrations/0124-push.ts'),
  '0125-visible-windows': () => import('./migrations/0125-visible-windows.ts'),
  '0128-message-requests': () => import('./migrations/0128-message-requests.ts'),
  '0129-mutes': () => import('./migrations/0129-mutes.ts'),
  '0130-digests': () => import('./migrations/0130-digests.ts'),
  '0132-jobs': () => import('./migrations/0132-jobs.ts'),
  '0133-open-jobs': () => import('./migrations/0133-open-jobs.ts'),
  '0136-webinars': () => import('./migrations/0136-webinars.ts'),
  '0137-seats': () => import('./migrations/0137-seats.ts'),
  '0138-failing-mails': () => import('./migrations/0138-failing-mails.ts'),
  '0140-applications': () => import('./migrations/0140-applications.ts'),
  '0141-job-questions': () => import('./migrations/0141-job-questions.ts'),
  '0142-job-filters': () => import('./migrations/0142-job-filters.ts'),
  '0143-saved-searches': () => import('./migrations/0143-saved-searches.ts'),
  '0150-webinar-changes': () => import('./migrations/0150-webinar-changes.ts'),
  '0151-waiting-list': () => import('./migrations/0151-waiting-list.ts'),
  '0152-joining-webinars': () => import('./migrations/0152-joining-webinars.ts'),
  '0153-calendar-feeds': () => import('./migrations/0153-calendar-feeds.ts'),
  '0160-payment-actions': () => import('./migrations/0160-payment-actions.ts'),
  '0161-ledger': () => import('./migrations/0161-ledger.ts'),
  '0162-receipts': () => import('./migrations/0162-receipts.ts'),
  '0163-selling': () => import('./migrations/0163-selling.ts'),
  '0170-turns-of-payments': () => import('./migrations/0170-turns-of-payments.ts'),
  '0171-found-jobs': () => import('./migrations/0171-found-jobs.ts'),
  '0172-answer-rates': () => import('./migrations/0172-answer-rates.ts'),
  '0175-returned-shares': () => import('./migrations/0175-returned-shares.ts'),
  '0176-news-of-webinars': () => import('./migrations/0176-news-of-webinars.ts'),
  '0177-deleted-webinars': () => import('./migrations/0177-deleted-webinars.ts'),
  '0178-waiting-refunds': () => import('./migrations/0178-waiting-refunds.ts'),
  '0180-mails-with-the-digest': () => import('./migrations/0180-mails-with-the-digest.ts'),
  '0181-folded-muted-words': () => import('./migrations/0181-folded-muted-words.ts'),
  '0190-circumstances': () => import('./migrations/0190-circumstances.ts'),
  '0191-added-tax': () => import('./migrations/0191-added-tax.ts'),
  '0192-later-shares': () => import('./migrations/0192-later-shares.ts'),
};

/** The names of all migrations in this version, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const MINIMUM_VERSION = 150_000;

/** The database cannot be used; `message` says what to do. */
export class MigrationError extends Error {}

/**
 * A migration. If it removes what earlier versions use, `requires` names the oldest migration they must know from then
 * on.
 */
type Step = { up: (db: Kysely<unknown>) => Promise<void>; requires?: string };
export type Steps = Record<string, () => Promise<Step>>;

async function loadSteps(steps: Steps) {
  const loaded = Object.entries(steps).map(async ([name, load]) => {
    const { up, requires } = await load();
    const step = async (db: Kysely<unknown>): Promise<void> => {
      await up(db);
      if (requires !== undefined) await raiseFloor(db, requires);
    };
    return [name, { up: step }] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

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
async function applyMissing(db: Kysely<Database>, migrations: Record<string, Pick<Step, 'up'>>): Promise<Tried> {
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
function tryToApply(db: Kysely<Database>, migrations: Record<string, Pick<Step, 'up'>>): Promise<Tried> {
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
  const migrations = await loadSteps(steps);
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
  const applied = await loadSteps(migrations);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => applied } });
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
