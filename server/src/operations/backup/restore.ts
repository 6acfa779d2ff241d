/**
 * `npm run restore -- FILE`: restores an archive of `npm run backup` into an empty installation. The full archive is
 * read and verified first. Then everything is created in a staging folder (staging.ts) and in one transaction, and
 * moved into place at the end, so that a restore that fails or is killed leaves an empty installation empty.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config/config.ts';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { migrationNames } from '#db/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { explainFolder, StartError } from '#platform/start-error.ts';
import { createLocalStorage } from '#platform/storage/local-storage.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { verifyArchive } from './archive-reader.ts';
import { type Archive, loadDatabase } from './load.ts';
import { createRestoredFiles, requireEmptyStore } from './restored-files.ts';
import { type Part, prepareStaging, type Staging } from './staging.ts';

export type RestoreOptions = { file: string; withFiles: boolean };

export type RestoreResult = { createdAt: string; rows: number; files: number };

/** A backup's migrations must be the first ones of this version, so that only later ones remain to be applied. */
function requireKnownMigrations({ file, manifest }: Archive): void {
  const isKnown = manifest.migrations.every((name, index) => migrationNames[index] === name);
  if (isKnown && manifest.migrations.length > 0) return;
  throw new StartError(
    `${file} was created by a newer version of Afterhours. Restore it with that version, or a newer one.`,
  );
}

type Target = { connection: ConnectionSettings; stop(): Promise<void> };

function partsOf(config: Config, withFiles: boolean): Part[] {
  return [
    ...(config.s3 || !withFiles ? [] : ['uploads' as const]),
    ...(config.databaseUrl ? [] : ['postgres' as const]),
  ];
}

async function openTarget(config: Config, staging: Staging): Promise<Target> {
  const noTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  if (config.databaseUrl) {
    return { connection: { connectionString: config.databaseUrl, ...noTimeouts }, stop: async () => undefined };
  }
  const { host, port, user, database, stop } = await startEmbeddedPostgres({ dataDir: staging.folder });
  return { connection: { host, port, user, database, ...noTimeouts }, stop };
}

async function restoreInto(
  config: Config,
  archive: Archive,
  staging: Staging,
  withFiles: boolean,
): Promise<RestoreResult> {
  const { folder } = staging;
  const storage = config.s3 ? openStorage(config) : createLocalStorage(path.join(folder, 'uploads'));
  if (config.s3 && withFiles) await requireEmptyStore(storage);
  const files = createRestoredFiles(storage, path.join(folder, 'tmp'));
  const target = await openTarget(config, staging);
  try {
    await loadDatabase(target.connection, archive, {
      async put(key, bytes) {
        if (withFiles) await files.put(key, bytes);
        else bytes.resume();
      },
      async place() {
        await files.settled();
        // With an external database, its commit is the last step. The built-in one is stopped and moved after that.
        if (config.databaseUrl) staging.place();
      },
    });
    await target.stop();
    if (!config.databaseUrl) staging.place();
  } catch (error) {
    await target.stop();
    staging.undo();
    if (config.s3) await files.undo().catch(() => undefined);
    throw error;
  }
  const rows = Object.values(archive.summary.rows).reduce((sum, count) => sum + count, 0);
  return { createdAt: archive.manifest.createdAt, rows, files: files.count() };
}

/** Throws a one-line StartError for an unusable archive or target; nothing is changed in that case. */
export async function restore(config: Config, options: RestoreOptions): Promise<RestoreResult> {
  const file = path.resolve(options.file);
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`);
  const archive: Archive = { file, ...(await verifyArchive(file)) };
  requireKnownMigrations(archive);
  const withFiles = options.withFiles && archive.manifest.withFiles;
  return explainFolder(config.dataDir, async () => {
    const staging = await prepareStaging(config.dataDir, partsOf(config, withFiles));
    try {
      return await restoreInto(config, archive, staging, withFiles);
    } finally {
      staging.clear();
    }
  });
}
