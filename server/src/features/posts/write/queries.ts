import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import type { JobTerms } from '@afterhours/contract/jobs/jobs';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { saveJobs } from '#features/hiring/loaders.ts';
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
      'id',
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

export async function deletePostRow(db: Db, postId: string): Promise<void> {
  await sql`DELETE FROM posts WHERE id = ${postId}::uuid`.execute(db);
}
