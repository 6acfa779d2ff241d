/** The images attached to a post, in the order in which it shows them. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { AttachableUpload } from '#features/uploads/loaders.ts';
import type { AttachmentRow } from '../views.ts';

/** Attaches uploads in the given order, the first at position `from`; returns them as a post shows them. */
export async function insertAttachments(
  db: Db,
  postId: string,
  uploads: readonly AttachableUpload[],
  alts: readonly string[],
  from = 0,
): Promise<AttachmentRow[]> {
  if (uploads.length === 0) return [];
  const rows = uploads.map(({ folder, filename, width, height, placeholder }, index) => ({
    id: newId(),
    folder,
    filename,
    width,
    height,
    placeholder,
    alt: alts[index] ?? '',
  }));
  const attached = rows.map((row, index) => ({
    ...row,
    post_id: postId,
    upload_id: uploads[index]?.id ?? '',
    position: from + index,
  }));
  await db.insertInto('post_attachments').values(attached).execute();
  return rows;
}

export async function selectAttachedUploadIds(db: Db, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_attachments').select('upload_id').where('post_id', '=', postId).execute();
  return rows.map((row) => row.upload_id);
}

export function selectAttached(db: Db, postId: string) {
  return db
    .selectFrom('post_attachments')
    .select(['id', 'upload_id', 'filename', 'position'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
}

/** Numbers the attachments of a post 0, 1, … in the order of these ids. */
export async function orderAttachments(db: Db, postId: string, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE post_attachments SET position = wanted.position - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE post_attachments.id = wanted.id AND post_attachments.post_id = ${postId}::uuid`.execute(db);
}

/** Sets these descriptions; returns how many of the attachments belong to the post. */
export async function describeAttachments(
  db: Db,
  postId: string,
  ids: readonly string[],
  alts: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE post_attachments a SET alt = given.alt FROM unnest(${ids}::uuid[], ${alts}::text[]) AS given(id, alt)
    WHERE a.id = given.id AND a.post_id = ${postId}::uuid`.execute(db);
  return Number(numAffectedRows);
}
