/** What other features may read of posts: one, a page of them, whose one is. */
import { type Post, type PostType, postMessages } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { postVisible } from '#features/moderation/loaders.ts';
import { aroundBody } from '#http/answers.ts';
import { notFound } from '#http/errors.ts';
import type { JsonText } from '#http/pieces.ts';
import type { Services } from '#services.ts';
import { type PageInCommon, pageInCommon, type Room, readPostPage } from './post-pages.ts';
import { loadPostsByIds } from './whole-posts.ts';

/** Posts in the order of `ids`, all of which the viewer may see, as the JSON text of a list. */
export const loadPostPage = (services: Services, ids: readonly string[], viewerId: string | null): Promise<JsonText> =>
  readPostPage(services, ids, viewerId);

export type { PageInCommon, Room };

/** A page that is the same for all who see everything, as whole answers; `beside` stands beside its list, `room` is for texts that lie ready, if any are to. */
export function preparePage(
  services: Services,
  ids: readonly string[],
  { beside, newerThan }: { beside: object; newerThan: string },
  room: Room = { bytes: 0 },
): PageInCommon {
  const { before, after } = aroundBody(beside);
  return pageInCommon(services, ids, { before, after, newerThan }, room);
}

/** One post as a viewer sees it; throws a 404 when it is not there for them. */
export async function requirePostView(db: Db, viewerId: string | null, postId: string): Promise<Post> {
  const [post] = await loadPostsByIds(db, [postId], viewerId);
  if (!post) throw notFound(postMessages.notFound);
  return post;
}

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
