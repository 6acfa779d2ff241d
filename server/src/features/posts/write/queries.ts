import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import type { JobTerms } from '@afterhours/contract/jobs';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { saveJobs } from '#features/hiring/loaders.ts';
import type { AttachableUpload } from '#features/uploads/loaders.ts';
import type { AttachmentRow } from '../views.ts';
import type { Terms } from '../webinars/webinar-queries.ts';

export type PostContent = {
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  /** The terms of a job, if it has any. */
  job: JobTerms | null;
  link: string | null;
  startsAt: Date | null;
  timeZone: string | null;
  /** Only for webinars. */
  terms: Terms | null;
  hashtags: string[];
};

/** Replaces the content and card of a post, and its audience if `visibility` is given. */
export async function updatePostRow(
  db: Db,
  postId: string,
  content: PostContent,
  { visibility, cardId }: { visibility: PostVisibility | undefined; cardId: string | null },
): Promise<void> {
  const { startsAt, timeZone, job, terms: _terms, ...columns } = content;
  await saveJobs(db, [{ id: postId, job }]);
  await db
    .updateTable('posts')
    .set({ ...columns, visibility, card_id: cardId, starts_at: startsAt, time_zone: timeZone, updated_at: sql`now()` })
    .where('id', '=', postId)
    .execute();
}

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
  const place = (row: AttachmentRow, index: number) => ({
    ...row,
    post_id: postId,
    upload_id: uploads[index]?.id ?? '',
    position: from + index,
  });
  await db.insertInto('post_attachments').values(rows.map(place)).execute();
  return rows;
}

export async function selectAttachedUploadIds(db: Db, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_attachments').select('upload_id').where('post_id', '=', postId).execute();
  return rows.map((row) => row.upload_id);
}

/** Locks a post for deletion; returns undefined if it does not exist. */
export function lockPost(db: Db, postId: string) {
  return db.selectFrom('posts').select(['id', 'user_id']).where('id', '=', postId).forUpdate().executeTakeFirst();
}

/** Returns the texts of a post that can contain links. */
export async function selectLinkTexts(db: Db, postId: string): Promise<(string | null)[]> {
  const row = await db
    .selectFrom('posts')
    .select(['title', 'description', 'link'])
    .where('id', '=', postId)
    .executeTakeFirst();
  return row ? [row.title, row.description, row.link] : [];
}

/** Locks a post for a change of its content; likes and comments are not blocked. */
export function lockPostContent(db: Db, postId: string) {
  return db
    .selectFrom('posts')
    .select([
      'user_id',
      'held',
      'post_type',
      'title',
      'description',
      'opening',
      'salary',
      'link',
      'starts_at',
      'time_zone',
      'hashtags',
      'visibility',
      'card_id',
    ])
    .where('id', '=', postId)
    .where((where) => where.or([where('hidden_by', 'is', null), where('held', '=', true)]))
    .forNoKeyUpdate()
    .executeTakeFirst();
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

export async function deletePostRow(db: Db, postId: string): Promise<void> {
  await sql`DELETE FROM posts WHERE id = ${postId}::uuid`.execute(db);
}
