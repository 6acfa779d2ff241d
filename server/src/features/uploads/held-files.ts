/** Files that are no longer used but are held as evidence. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { imageKeys } from '#platform/pictures/image-sizes.ts';
import { removeFiles } from './jobs.ts';

/** Holds uploads by name. Uploads that no longer exist are skipped, and none is held twice by the same holder. */
export async function holdFiles(db: Db, holderId: string, filenames: readonly string[]): Promise<void> {
  if (filenames.length === 0) return;
  await sql`
    INSERT INTO held_files (holder_id, filename, folder, kind, width)
    SELECT ${holderId}::uuid, u.filename, u.folder, u.kind, u.width FROM uploads u
    WHERE u.filename = ANY (${[...filenames]}::text[]) FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns the files, among these, that are held. */
export async function selectHeld(db: Db, filenames: readonly string[]): Promise<Set<string>> {
  if (filenames.length === 0) return new Set();
  const rows = await db
    .selectFrom('held_files')
    .select('filename')
    .where('filename', 'in', [...filenames])
    .execute();
  return new Set(rows.map(({ filename }) => filename));
}

/** Releases everything that these holders hold; a job deletes the files that nothing else holds or uses. */
export async function releaseHeld(db: Db, jobs: Jobs, holderIds: readonly string[]): Promise<void> {
  if (holderIds.length === 0) return;
  const released = await db
    .deleteFrom('held_files')
    .where('holder_id', 'in', [...holderIds])
    .returning(['folder', 'filename', 'kind', 'width'])
    .execute();
  if (released.length === 0) return;
  const names = released.map(({ filename }) => filename);
  const kept = await selectHeld(db, names);
  const used = await db.selectFrom('uploads').select('filename').where('filename', 'in', names).execute();
  for (const { filename } of used) kept.add(filename);
  const keys = released
    .filter(({ filename }) => !kept.has(filename))
    .flatMap(({ kind, folder, filename, width }) =>
      kind === 'image' ? imageKeys(folder, filename, width ?? 0) : [`${folder}/${filename}`],
    );
  if (keys.length > 0) await jobs.enqueue(db, removeFiles, { keys });
}
