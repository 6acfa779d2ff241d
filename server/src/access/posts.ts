/** Posts that a viewer may see, as commands look them up and hold them. */
import { type PostType, postMessages } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { notFound } from '#http/errors/errors.ts';
import { postVisible } from './visibility.ts';

type FoundPost = { id: string; userId: string; postType: PostType };

const findPost = (db: Db, viewerId: string | null, postId: string) =>
  db
    .selectFrom('posts as p')
    .select(['p.id', 'p.user_id as userId', 'p.post_type as postType'])
    .where('p.id', '=', postId)
    .where(postVisible(viewerId));

const selectPlace = prepare<{ viewerId: string; postId: string }, FoundPost>(
  'post-place',
  ({ viewerId, postId }) => sql<FoundPost>`
    SELECT p.id, p.user_id AS "userId", p.post_type AS "postType" FROM posts p
    WHERE p.id = ${postId}::uuid AND ${postVisible(viewerId)}`,
);

/** Whose post it is and of which type; throws a 404 when it is not there for this viewer. */
export async function requirePost(db: Db, viewerId: string | null, postId: string): Promise<FoundPost> {
  const found =
    viewerId === null
      ? await findPost(db, null, postId).executeTakeFirst()
      : (await selectPlace(db, { viewerId, postId }))[0];
  if (!found) throw notFound(postMessages.notFound);
  return found;
}

/**
 * The same, and the post stays until the transaction ends. What changes something under a post takes it first, as the
 * post's deletion does: the other way round the two would wait for each other. Others who hold it go on meanwhile.
 */
export async function holdPost(db: Db, viewerId: string | null, postId: string): Promise<FoundPost> {
  const found = await findPost(db, viewerId, postId).forKeyShare().executeTakeFirst();
  if (!found) throw notFound(postMessages.notFound);
  return found;
}

/**
 * The same, and who locks it too waits: for comments that come and go, since one notification stands for several of
 * them, and goes with the first.
 */
export async function lockPostThread(db: Db, viewerId: string | null, postId: string): Promise<FoundPost> {
  const found = await findPost(db, viewerId, postId).forNoKeyUpdate().executeTakeFirst();
  if (!found) throw notFound(postMessages.notFound);
  return found;
}
