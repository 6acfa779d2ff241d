/** The context of a case's subject, whatever its audience and whether or not it is hidden. For staff only. */
import type { Label } from '@afterhours/contract/constants/labels';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { EvidenceImage } from '#db/schema/tables/moderation.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personJson } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import type { SubjectRow } from '../subject.ts';

/** How many comments newer than the subject come before it in the list. */
const LATER = 3;

/** SQL: the pictures of the post with this id (SQL), in the format of evidence; null if there are none. */
export const postImages = (postId: RawBuilder<unknown>): RawBuilder<EvidenceImage[] | null> => sql`
  (SELECT jsonb_agg(jsonb_build_object('file', a.folder || '/' || a.filename, 'width', a.width, 'height', a.height,
    'placeholder', a.placeholder, 'alt', a.alt) ORDER BY a.position)
  FROM post_attachments a WHERE a.post_id = ${postId})`;

type Shown = { id: string; author: PersonRow | null; label: Label | null; hidden: boolean; held: boolean };

/** SQL: the columns of `Shown`, and the creation time, of a post or comment. */
const shown = (alias: 'p' | 'c') => sql`${sql.ref(`${alias}.id`)}, ${personJson(sql.ref(`${alias}.user_id`))} AS author,
  ${sql.ref(`${alias}.label`)}, ${sql.ref(`${alias}.hidden_by`)} IS NOT NULL AS hidden, ${sql.ref(`${alias}.held`)},
  ${sql.ref(`${alias}.created_at`)}`;

export type StaffPostRow = Shown & {
  created_at: Date;
  title: string | null;
  description: string;
  images: EvidenceImage[] | null;
};

export async function selectStaffPost(db: Db, postId: string): Promise<StaffPostRow | undefined> {
  const { rows } = await sql<StaffPostRow>`
    SELECT ${shown('p')}, p.title, p.description, ${postImages(sql.ref('p.id'))} AS images
    FROM posts p WHERE p.id = ${postId}::uuid`.execute(db);
  return rows[0];
}

export type StaffCommentRow = Shown & { created_at: Date; comment: string; replies_count: number };

const commentColumns = sql`${shown('c')}, c.comment, c.replies_count`;

/** Returns the parent comment of a reply, or undefined for a top-level comment. */
export async function selectParent(db: Db, commentId: string): Promise<StaffCommentRow | undefined> {
  const { rows } = await sql<StaffCommentRow>`
    SELECT ${commentColumns} FROM comments reply JOIN comments c ON c.id = reply.parent_id
    WHERE reply.id = ${commentId}::uuid`.execute(db);
  return rows[0];
}

export const staffCommentKey = (row: StaffCommentRow): CursorKey => [row.id];

/** SQL: the condition for comments in the same list as the subject: replies to one comment, or comments on a post. */
async function siblingsOf(db: Db, { subject_kind, subject_id, post_id }: SubjectRow): Promise<RawBuilder<unknown>> {
  const ofPost = sql`c.post_id = ${post_id}::uuid`;
  const top = sql`${ofPost} AND c.parent_id IS NULL`;
  if (subject_kind !== 'comment') return top;
  const row = await db.selectFrom('comments').select('parent_id').where('id', '=', subject_id).executeTakeFirst();
  return row?.parent_id ? sql`${ofPost} AND c.parent_id = ${row.parent_id}::uuid` : top;
}

/**
 * Returns one page of comments, newest first, plus one more row. Around a comment, the page starts LATER comments after
 * it.
 */
export async function selectThread(db: Db, subject: SubjectRow, start: PageStart): Promise<StaffCommentRow[]> {
  const siblings = await siblingsOf(db, subject);
  const newest = sql`coalesce((SELECT later.id FROM (SELECT c.id FROM comments c
    WHERE ${siblings} AND c.id > ${subject.subject_id}::uuid ORDER BY c.id LIMIT ${LATER}) later
    ORDER BY later.id DESC LIMIT 1), ${subject.subject_id}::uuid)`;
  const first = subject.subject_kind === 'comment' ? sql`AND c.id <= ${newest}` : sql``;
  const { rows } = await sql<StaffCommentRow>`
    SELECT ${commentColumns} FROM comments c
    WHERE ${siblings} ${start.after ? sql`AND c.id < ${start.after[0]}::uuid` : first}
    ORDER BY c.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
