/** Looks up and locks the posts that a viewer may see, for commands. */
import { type PostType, postMessages } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepareForViewer } from '#db/statements/prepared.ts';
import { notFound } from '#http/errors/errors.ts';
import { postVisible } from './visibility.ts';

type VisiblePost = { id: string; userId: string; postType: PostType };

const postQuery = (db: Db, viewerId: string | null, postId: string) =>
  db
    .selectFrom('posts as p')
    .select(['p.id', 'p.user_id as userId', 'p.post_type as postType'])
    .where('p.id', '=', postId)
    .where(postVisible(viewerId));

const selectPost = prepareForViewer<{ postId: string }, VisiblePost>(
  'visible-post',
  ({ postId }, viewerId) => sql<VisiblePost>`
    SELECT p.id, p.user_id AS "userId", p.post_type AS "postType" FROM posts p
    WHERE p.id = ${postId}::uuid AND ${postVisible(viewerId)}`,
);

/** Returns a post's author and type; throws a 404 if the post is not visible to this viewer. */
export async function requirePost(db: Db, viewerId: string | null, postId: string): Promise<VisiblePost> {
  const [post] = await selectPost(db, viewerId, { postId });
  if (!post) throw notFound(postMessages.notFound);
  return post;
}

/**
 * Like `requirePost`, and locks the post against deletion until the transaction ends. Commands that change rows below a
 * post lock it first, as the post's deletion does; otherwise the two could deadlock. The lock is shared, so such
 * commands do not block each other.
 */
export async function lockPostForChild(db: Db, viewerId: string | null, postId: string): Promise<VisiblePost> {
  const post = await postQuery(db, viewerId, postId).forKeyShare().executeTakeFirst();
  if (!post) throw notFound(postMessages.notFound);
  return post;
}

/** Locks posts against deletion, in one order, as every transaction that writes rows referring to them does. */
export async function lockPosts(db: Db, postIds: readonly string[]): Promise<void> {
  await sql`SELECT FROM posts WHERE id = ANY (${[...postIds]}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(db);
}

/**
 * Like `requirePost`, with an exclusive lock, for commands that add and delete comments: one notification refers to
 * several comments and is deleted with the first.
 */
export async function lockPostThread(db: Db, viewerId: string | null, postId: string): Promise<VisiblePost> {
  const post = await postQuery(db, viewerId, postId).forNoKeyUpdate().executeTakeFirst();
  if (!post) throw notFound(postMessages.notFound);
  return post;
}
