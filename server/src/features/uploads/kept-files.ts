/** Files that are kept as evidence, whether or not they are still used. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { imageKeys } from '#platform/pictures/image-sizes.ts';
import { removeFiles } from './jobs.ts';

/** Keeps the files of uploads for a case, once each. Uploads that no longer exist are skipped. */
export async function keepFiles(db: Db, caseId: string, filenames: readonly string[]): Promise<void> {
  if (filenames.length === 0) return;
  await sql`
    INSERT INTO held_files (holder_id, filename, folder, kind, width)
    SELECT ${caseId}::uuid, u.filename, u.folder, u.kind, u.width FROM uploads u
    WHERE u.filename = ANY (${[...filenames]}::text[]) FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns the files, among these, that are kept. */
export async function selectKept(db: Db, filenames: readonly string[]): Promise<Set<string>> {
  if (filenames.length === 0) return new Set();
  const rows = await db
    .selectFrom('held_files')
    .select('filename')
    .where('filename', 'in', [...filenames])
    .execute();
  return new Set(rows.map(({ filename }) => filename));
}

/** Stops keeping the files of these cases; a job deletes those that no other case keeps and nothing uses. */
export async function releaseKept(db: Db, jobs: Jobs, caseIds: readonly string[]): Promise<void> {
  if (caseIds.length === 0) return;
  const released = await db
    .deleteFrom('held_files')
    .where('holder_id', 'in', [...caseIds])
    .returning(['folder', 'filename', 'kind', 'width'])
    .execute();
  if (released.length === 0) return;
  const names = released.map(({ filename }) => filename);
  const needed = await selectKept(db, names);
  const used = await db.selectFrom('uploads').select('filename').where('filename', 'in', names).execute();
  for (const { filename } of used) needed.add(filename);
  const keys = released
    .filter(({ filename }) => !needed.has(filename))
    .flatMap(({ kind, folder, filename, width }) =>
      kind === 'image' ? imageKeys(folder, filename, width ?? 0) : [`${folder}/${filename}`],
    );
  if (keys.length > 0) await jobs.enqueue(db, removeFiles, { keys });
}
