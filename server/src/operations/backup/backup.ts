/**
 * `npm run backup`: a complete installation, running or stopped, in one archive (format.ts). All rows are of one
 * moment: a single transaction sees the database as it was when it began, and locks nothing that members need. The
 * files follow; none is removed in the meantime (db/file-removal.ts), so that each row of that moment has its files.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#config/config.ts';
import { errorCode } from '#db/error-code.ts';
import { preventRemovals } from '#db/file-removal.ts';
import { storeReport } from '#db/statements/operator-reports.ts';
import { explainFolder, StartError } from '#platform/start-error.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { openExistingDatabase } from '../existing-database.ts';
import { explainConnection } from '../explain-connection.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { listMigrations, listSequences, listTables, majorVersion } from './catalog.ts';
import { type CopiedFiles, dumpFiles } from './files.ts';
import { FORMAT, MANIFEST, type Manifest } from './format.ts';
import { dumpTable } from './tables.ts';

export type BackupOptions = { file: string; withFiles: boolean };

export type BackupResult = { file: string; bytes: number; rows: number; files: number; missing: string[] };

/** The default file name, which sorts by time. */
export const backupName = (now: Date): string =>
  `afterhours-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z.tar`;

/**
 * Writes the archive, and gives it its final name once it is complete and flushed. Throws StartError for errors that
 * the operator can correct.
 */
export async function backup(config: Config, options: BackupOptions): Promise<BackupResult> {
  const file = path.resolve(options.file);
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another file name.`);
  const existing = await openExistingDatabase(config);
  const client = new pg.Client({ ...existing.connection, application_name: 'afterhours-backup' });
  // If the connection ends, the running query reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const write = async (): Promise<BackupResult> => {
      await mkdir(path.dirname(file), { recursive: true });
      const archive = await createArchive(file);
      try {
        const result = await writeArchive(client, archive, { ...options, file }, openStorage(config));
        await storeReport(client, { kind: 'backup', name: '', report: { bytes: result.bytes, files: result.files } });
        return result;
      } catch (error) {
        await archive.abandon();
        throw error;
      }
    };
    return await explainFolder(path.dirname(file), write, 'name another file: npm run backup -- FILE');
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end().catch(() => undefined);
    await existing.stop();
  }
}

function explain(error: unknown): unknown {
  if (errorCode(error) === '42P01') return new StartError('The database is empty: there is nothing to back up.');
  return explainConnection(error);
}

async function writeArchive(
  client: pg.Client,
  archive: ArchiveWriter,
  { file, withFiles }: BackupOptions,
  storage: Storage,
): Promise<BackupResult> {
  if (!(await preventRemovals(client)))
    throw new StartError('Another backup of this database is running. Wait until it has finished.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await listTables(client);
  const manifest: Manifest = {
    product: 'afterhours',
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    postgres: await majorVersion(client),
    withFiles,
    tables,
  };
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await dumpTable(client, table, archive);
  const none: CopiedFiles = { files: 0, bytes: 0, missing: [] };
  const copied = withFiles ? await dumpFiles(client, storage, archive) : none;
  const sequences = await listSequences(client);
  await client.query('COMMIT');
  const bytes = await archive.finish({ rows, sequences, files: copied.files, fileBytes: copied.bytes });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { file, bytes, rows: total, files: copied.files, missing: copied.missing };
}
