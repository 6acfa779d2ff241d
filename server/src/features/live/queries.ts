import type { WatchedCounts } from '@afterhours/contract/realtime';
import { sql } from 'kysely';
import { hiddenCommentsCount, hiddenLikesCount } from '#access/hidden-counts.ts';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare, prepareForViewer } from '#db/statements/prepared.ts';

const selectWatchedCounts = prepareForViewer<{ postId: string }, WatchedCounts>(
  'live-watched-counts',
  ({ postId }, viewer) => sql<WatchedCounts>`
    SELECT p.likes_count - ${hiddenLikesCount(viewer, sql.ref('p.id'))} AS "likesCount",
      p.comments_count - ${hiddenCommentsCount(viewer, sql.ref('p.id'))} AS "commentsCount"
    FROM posts p WHERE p.id = ${postId}::uuid AND ${postVisible(viewer)}`,
);

/** Returns the counts of a post as a member sees it; null if they do not see the post. */
export async function loadWatchedCounts(db: Db, userId: string, postId: string): Promise<WatchedCounts | null> {
  const [row] = await selectWatchedCounts(db, userId, { postId });
  return row ?? null;
}

export type OwnStateRow = {
  liked: boolean;
  bookmark_id: string | null;
  rating: number | null;
  ratings_sum: number;
  ratings_count: number;
};

const selectRows = prepare<{ postId: string; userId: string }, OwnStateRow>(
  'live-own-state',
  ({ postId, userId }) => sql<OwnStateRow>`
    SELECT l.user_id IS NOT NULL AS liked, b.id AS bookmark_id, r.rating, p.ratings_sum, p.ratings_count
    FROM posts p
    LEFT JOIN post_likes l ON l.post_id = p.id AND l.user_id = ${userId}::uuid
    LEFT JOIN bookmarks b ON b.post_id = p.id AND b.user_id = ${userId}::uuid
    LEFT JOIN ratings r ON r.post_id = p.id AND r.user_id = ${userId}::uuid
    WHERE p.id = ${postId}::uuid`,
);

/** Returns the state that a member has set on a post, with the average rating; undefined if the post does not exist. */
export async function selectOwnState(db: Db, postId: string, userId: string): Promise<OwnStateRow | undefined> {
  const [row] = await selectRows(db, { postId, userId });
  return row;
}

/** The ratings of a post by all members, and the seats of a webinar; `is_webinar` is false for other posts. */
export type SharedFiguresRow = {
  ratings_sum: number;
  ratings_count: number;
  is_webinar: boolean;
  capacity: number | null;
  seats_taken: number;
};

/** Returns the figures of a post that are the same for everyone; undefined if the post does not exist. */
export async function selectSharedFigures(db: Db, postId: string): Promise<SharedFiguresRow | undefined> {
  const { rows } = await sql<SharedFiguresRow>`
    SELECT p.ratings_sum, p.ratings_count, p.post_type = 'webinar' AS is_webinar,
      w.capacity, coalesce(w.seats_taken, 0) AS seats_taken
    FROM posts p LEFT JOIN webinars w ON w.post_id = p.id
    WHERE p.id = ${postId}::uuid`.execute(db);
  return rows[0];
}

/** Returns the author of a held post; null for every other post. */
export async function selectAuthorOfHeld(db: Db, postId: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('user_id')
    .where('id', '=', postId)
    .where('held', '=', true)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Returns those of the posts that do not exist, or that are hidden from everyone. */
export async function selectGone(db: Db, postIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT watched.id FROM unnest(${[...postIds]}::uuid[]) AS watched (id)
    WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = watched.id AND (p.hidden_by IS NULL OR p.held))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the posts that a member has liked or rated: the newest ones of each, up to a limit. */
export async function selectLikedOrRated(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    (SELECT post_id FROM post_likes WHERE user_id = ${userId}::uuid ORDER BY post_id DESC LIMIT ${limit})
    UNION (SELECT post_id FROM ratings WHERE user_id = ${userId}::uuid ORDER BY post_id DESC LIMIT ${limit})`.execute(
    db,
  );
  return rows.map((row) => row.post_id);
}
