import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { UploadsTable } from '#db/schema/tables/posts.ts';
import { prepare } from '#db/statements/prepared.ts';

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

/** Returns the name of an image's upload, given the file name of one of its sizes. */
export const toUploadName = (filename: string): string => `${filename.replace(/(-\d{2,4})?\.(jpg|webp)$/, '')}.jpg`;

type PublicImage = { folder: string; withheld: boolean };

// `hidden_by` is no condition: with outdated statistics, PostgreSQL would search all hidden posts by their index.

const selectImage = prepare<{ name: string }, PublicImage>(
  'public-image',
  ({ name }) => sql<PublicImage>`
    SELECT u.folder, coalesce((SELECT p.hidden_by IS NOT NULL AND NOT p.held
        FROM post_attachments a JOIN posts p ON p.id = a.post_id WHERE a.upload_id = u.id), FALSE)
      OR EXISTS (SELECT 1 FROM sanctions ban WHERE ban.user_id = u.owner_id AND ban.until IS NULL)
      OR EXISTS (SELECT 1 FROM put_away_rows away WHERE away.user_id = u.owner_id AND away.relation = 'pictures'
        AND u.filename IN (split_part('/' || (away.row ->> 'image'), '/', -1),
          split_part('/' || (away.row ->> 'cover_image'), '/', -1))) AS withheld
    FROM uploads u WHERE u.filename = ${name} AND u.folder <> 'message'
    UNION ALL SELECT h.folder, TRUE FROM held_files h WHERE h.filename = ${name} AND h.folder <> 'message'
      AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.filename = h.filename)
    LIMIT 1`,
);

/**
 * Returns the folder of a public image, and whether it is withheld: a decision hides it or its post, its owner is
 * banned, or it is only kept as evidence. Undefined if there is no such image.
 */
export const selectPublicImage = async (db: Db, name: string): Promise<PublicImage | undefined> =>
  (await selectImage(db, { name }))[0];

export async function isStaff(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('staff').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
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
