import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import type { PostType } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { openJobs, saveJobs } from '#features/hiring/loaders.ts';
import { postColumns } from '../read/post-base.ts';
import type { PostRow } from '../views.ts';
import { toNewWebinarJson } from '../webinars/terms.ts';
import { insertWebinars } from '../webinars/webinar-queries.ts';
import type { PostContent } from './queries.ts';

/**
 * `holdId`: the decision that holds the post from the start; null `visibility` stands for that of the member's newest
 * post.
 */
export type NewPost = {
  id: string;
  userId: string;
  postType: PostType;
  visibility: PostVisibility | null;
  content: PostContent;
  cardId: string | null;
  holdId: string | null;
};

const insertAll = prepare<{ rows: string }, PostRow>(
  'posts-insert',
  ({ rows }) => sql<PostRow>`
    WITH made AS (
      INSERT INTO posts (id, user_id, post_type, title, description, opening, salary, link, starts_at, time_zone,
        hashtags, visibility, hidden_by, held, card_id)
      SELECT id, user_id, post_type, title, description, opening, salary, link, starts_at, time_zone, hashtags,
        coalesce(given.visibility, (SELECT latest.visibility FROM posts latest WHERE latest.user_id = given.user_id
          ORDER BY latest.id DESC LIMIT 1), 'public'), hold_id, hold_id IS NOT NULL, card_id
      FROM json_to_recordset(${rows}::json) AS given(id uuid, user_id uuid, post_type text, title text,
        description text,
        opening text, salary text, link text, starts_at timestamptz, time_zone text, hashtags text[],
        visibility text, hold_id uuid, card_id uuid)
      ORDER BY id
      RETURNING *
    )
    SELECT ${postColumns(anyMember)}
    FROM made p JOIN users u ON u.id = p.user_id`,
);

/** Stores posts, with the terms of jobs and webinars. Returns them with their rows, in the form of loaded ones. */
export async function insertPosts<P extends NewPost>(db: Db, posts: readonly P[]): Promise<(P & { row: PostRow })[]> {
  const records = posts.map(
    ({
      id,
      userId,
      postType,
      visibility,
      holdId,
      cardId,
      content: { startsAt, timeZone, job: _job, terms: _terms, ...columns },
    }) => ({
      id,
      user_id: userId,
      post_type: postType,
      visibility,
      hold_id: holdId,
      card_id: cardId,
      starts_at: startsAt,
      time_zone: timeZone,
      ...columns,
    }),
  );
  const rows = new Map((await insertAll(db, { rows: JSON.stringify(records) })).map((row) => [row.id, row]));
  await insertWebinars(db, posts);
  await saveJobs(
    db,
    posts.map(({ id, content: { job } }) => ({ id, job })),
  );
  const jobs = posts.filter(({ postType }) => postType === 'job');
  const open = await openJobs(
    db,
    jobs.map(({ id, content: { job } }) => ({ id, applyUntil: job?.applyUntil ?? null })),
  );
  return posts.map((post) => {
    const { job, terms } = post.content;
    const row = rows.get(post.id);
    if (!row) throw new Error('a post was written and not returned');
    const shownJob = row.job && { ...row.job, terms: job, open: open.get(post.id) ?? null };
    return { ...post, row: { ...row, job: shownJob, webinar: terms && toNewWebinarJson(terms) } };
  });
}
