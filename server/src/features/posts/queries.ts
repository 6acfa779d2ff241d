import type { PostType } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import { newId } from '#db/id.ts';
import type { Db } from '#db/pool.ts';
import type { AttachableUpload } from '#features/uploads/loaders.ts';

export type PostContent = {
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  link: string | null;
  startsAt: Date | null;
  hashtags: string[];
};

export async function insertPost(db: Db, userId: string, postType: PostType, content: PostContent): Promise<string> {
  const id = newId();
  const { startsAt, ...columns } = content;
  await db
    .insertInto('posts')
    .values({ id, user_id: userId, post_type: postType, starts_at: startsAt, ...columns })
    .execute();
  return id;
}

/** Attaches uploads in the given order, from `position` on. */
export async function insertAttachments(
  db: Db,
  postId: string,
  uploads: readonly AttachableUpload[],
  alts: readonly string[],
): Promise<void> {
  if (uploads.length === 0) return;
  await db
    .insertInto('post_attachments')
    .values(
      uploads.map((upload, position) => ({
        id: newId(),
        post_id: postId,
        upload_id: upload.id,
        position,
        folder: upload.folder,
        filename: upload.filename,
        width: upload.width,
        height: upload.height,
        placeholder: upload.placeholder,
        alt: alts[position] ?? '',
      })),
    )
    .execute();
}

export async function selectAttachedUploadIds(db: Db, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_attachments').select('upload_id').where('post_id', '=', postId).execute();
  return rows.map((row) => row.upload_id);
}

/** Locks a post for its deletion; undefined when it is not there. */
export function lockPost(db: Db, postId: string) {
  return db.selectFrom('posts').select(['id', 'user_id']).where('id', '=', postId).forUpdate().executeTakeFirst();
}

export async function deletePostRow(db: Db, postId: string): Promise<void> {
  await sql`DELETE FROM posts WHERE id = ${postId}::uuid`.execute(db);
}
