import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { UploadsTable } from '#db/schema/tables/posts.ts';

export type NewUpload = Pick<
  UploadsTable,
  | 'id'
  | 'owner_id'
  | 'folder'
  | 'filename'
  | 'kind'
  | 'content_type'
  | 'original_name'
  | 'bytes'
  | 'width'
  | 'height'
  | 'placeholder'
>;

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Returns the public folder of an image, given the file name of one of its sizes; null if it does not exist. */
export async function selectPublicFolder(db: Db, filename: string): Promise<string | null> {
  const name = `${filename.replace(/(-\d{2,4})?\.(jpg|webp)$/, '')}.jpg`;
  const row = await db
    .selectFrom('uploads')
    .select('folder')
    .where('filename', '=', name)
    .where('folder', '<>', 'message')
    .executeTakeFirst();
  return row?.folder ?? null;
}

/**
 * Claims a member's unused uploads. The result lacks uploads that are already used, belong to others, or do not exist.
 */
export function markUploadsUsed(db: Db, ownerId: string, filenames: readonly string[]) {
  return (
    db
      .updateTable('uploads')
      .set({ used_at: sql`now()` })
      .where('owner_id', '=', ownerId)
      .where('filename', 'in', filenames)
      .where('kind', '=', 'image')
      // Message files are private, and never become a post's.
      .where('folder', '<>', 'message')
      .where('used_at', 'is', null)
      .returning(['id', 'folder', 'filename', 'width', 'height', 'placeholder'])
      .execute()
  );
}

/** The same by id, for any kind; returns how many of them were unused. */
export async function markUploadsUsedById(db: Db, ids: readonly string[]): Promise<number> {
  const marked = await db
    .updateTable('uploads')
    .set({ used_at: sql`now()` })
    .where('id', 'in', ids)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/** Releases uploads by name, of a member or (null) without an owner; their day of grace starts again. */
export async function markUploadsUnused(db: Db, ownerId: string | null, filenames: readonly string[]): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ used_at: null, created_at: sql`now()` })
    .where('owner_id', 'is not distinct from', ownerId)
    .where('filename', 'in', filenames)
    .execute();
}

export function deleteUploadRows(db: Db, ids: readonly string[]) {
  return db.deleteFrom('uploads').where('id', 'in', ids).returning(['folder', 'filename', 'kind', 'width']).execute();
}

/** Locks uploads that have been unused for a day, oldest first; skips those locked by a concurrent caller. */
export async function lockUnused(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}
