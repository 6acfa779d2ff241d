/** The file store: whether it can be used, and whether it contains exactly the files of the rows. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '@afterhours/contract/base/durations';
import type pg from 'pg';
import { mayRemoveFiles } from '#db/file-removal.ts';
import { BEFORE_ALL_IDS, newId } from '#db/statements/id.ts';
import { keysOfUpload, type NamedUpload } from '#features/uploads/loaders.ts';
import type { ListedObject, Storage } from '#platform/storage/storage.ts';
import { counted } from '#texts/counted.ts';
import { type Check, type Finding, fail, type Installation, messageOf, ok, warn } from './finding.ts';

const BATCH_SIZE = 500;
/** A file is written before a row uses it, so a newer one may still get its row. */
const ORPHAN_AGE_MS = DAY_MS;
const SHOWN = 3;

async function tryStore(storage: Storage): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'afterhours-doctor-'));
  const key = `post/${newId()}.txt`;
  try {
    const file = path.join(folder, 'trial');
    await writeFile(file, key);
    await storage.put(key, { path: file, bytes: Buffer.byteLength(key), contentType: 'text/plain' });
    const object = await storage.read(key);
    if (!object || (await buffer(object.stream)).toString() !== key)
      throw new Error('a stored object cannot be read back');
  } finally {
    await storage.remove([key]).finally(() => rm(folder, { recursive: true, force: true }));
  }
}

/** Returns the file name in an upload's row, given the key of any of its sizes. */
function filenameOf(key: string): string {
  const name = path.basename(key);
  return /\.(?:jpg|webp)$/.test(name) ? name.replace(/(?:-\d+)?\.\w+$/, '.jpg') : name;
}

type UploadRow = NamedUpload & { used: boolean };

async function findUploads(pool: pg.Pool, filenames: string[]): Promise<UploadRow[]> {
  const { rows } = await pool.query<UploadRow>(
    'SELECT folder, filename, kind, width, used_at IS NOT NULL AS used FROM uploads WHERE filename = ANY($1)',
    [filenames],
  );
  return rows;
}

/** Returns the objects that are old and have no row. */
async function findOrphans(pool: pg.Pool, objects: ListedObject[]): Promise<ListedObject[]> {
  const old = objects.filter(({ changedAt }) => Date.now() - changedAt.getTime() > ORPHAN_AGE_MS);
  if (old.length === 0) return [];
  const rows = await findUploads(pool, [...new Set(old.map(({ key }) => filenameOf(key)))]);
  const named = new Set(rows.flatMap(keysOfUpload));
  return old.filter(({ key }) => !named.has(key));
}

async function listOrphans(
  pool: pg.Pool,
  storage: Storage,
  each: (orphans: ListedObject[]) => Promise<void>,
): Promise<void> {
  let batch: ListedObject[] = [];
  for await (const object of storage.list()) {
    batch.push(object);
    if (batch.length < BATCH_SIZE) continue;
    await each(await findOrphans(pool, batch));
    batch = [];
  }
  await each(await findOrphans(pool, batch));
}

/** Returns the files that rows in use name but the store lacks. */
async function listMissing(pool: pg.Pool, storage: Storage): Promise<string[]> {
  const missing: string[] = [];
  let last = BEFORE_ALL_IDS;
  for (;;) {
    const { rows } = await pool.query<UploadRow & { id: string }>(
      `SELECT id, folder, filename, kind, width FROM uploads
       WHERE used_at IS NOT NULL AND id > $1 ORDER BY id LIMIT 100`,
      [last],
    );
    const keys = rows.flatMap(keysOfUpload);
    const sizes = await Promise.all(keys.map((key) => storage.size(key)));
    const absent = keys.filter((_key, index) => sizes[index] === null);
    if (absent.length > 0) {
      // A row may have been deleted in the meantime, with its files.
      const still = new Set((await findUploads(pool, absent.map(filenameOf))).flatMap(keysOfUpload));
      missing.push(...absent.filter((key) => still.has(key)));
    }
    const end = rows.at(-1);
    if (!end) return missing;
    last = end.id;
  }
}

export const checkStore: Check = {
  name: 'File store',
  async run({ config, storage }) {
    const name = config.s3
      ? `bucket ${config.s3.bucket} at ${config.s3.endpoint}`
      : path.join(config.dataDir, 'uploads');
    return tryStore(storage).then(
      () => [ok(`${name}: stores, returns and deletes files`)],
      (error: unknown) => [
        fail(
          `${name} cannot be used: ${messageOf(error)}`,
          'Check S3_* or the permissions of DATA_DIR, and the free space.',
        ),
      ],
    );
  },
};

export const checkFiles: Check = {
  name: 'Files',
  async run(installation) {
    const { pool, storage, repair } = installation;
    const findings: Finding[] = [];
    let [orphans, bytes, kept] = [0, 0, 0];
    await listOrphans(pool, storage, async (found) => {
      orphans += found.length;
      bytes += found.reduce((sum, object) => sum + object.bytes, 0);
      if (repair && found.length > 0 && !(await removeOrphans(installation, found))) kept += found.length;
    });
    const unused = `${counted(orphans, 'file', 'files')} without a row, ${(bytes / 1_000_000).toFixed(1)} MB`;
    if (orphans > 0 && repair && kept === 0) findings.push(ok(`${unused}: removed`));
    else if (orphans > 0)
      findings.push(
        warn(
          unused,
          kept > 0 ? 'A backup is running; try again afterwards.' : 'Remove them: npm run doctor -- --repair',
        ),
      );
    const missing = await listMissing(pool, storage);
    if (missing.length > 0) {
      findings.push(
        fail(
          `${counted(missing.length, 'file is', 'files are')} missing: ${missing.slice(0, SHOWN).join(', ')}`,
          'Restore them from a backup (its folder files/).',
        ),
      );
    }
    return findings.length > 0 ? findings : [ok('rows and files agree')];
  },
};

/** Returns false if a backup is copying files, in which case nothing is removed. */
function removeOrphans({ db, storage }: Installation, orphans: ListedObject[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const free = await mayRemoveFiles(tx);
    if (free) await storage.remove(orphans.map(({ key }) => key));
    return free;
  });
}
