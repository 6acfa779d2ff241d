import { loadComment, loadCommentsCount } from '#features/comments/loaders.ts';
import { loadLikesCount } from '#features/likes/loaders.ts';
import { loadRestrictedViewers } from '#features/moderation/loaders.ts';
import type { Services } from '#services.ts';

type PostNews = Parameters<Services['channels']['toWatchers']>[1];

/** Tells the watchers of a post on this server what `toPayload` gives for everybody; those who see less of it, what it gives for them. */
async function announce(
  { db, channels }: Services,
  postId: string,
  toPayload: (viewerId: string | null) => Promise<PostNews>,
): Promise<void> {
  const watchers = await channels.watchersOf(postId);
  if (watchers.length === 0) return;
  const [restricted, news] = await Promise.all([loadRestrictedViewers(db, postId, watchers), toPayload(null)]);
  channels.toWatchers(
    postId,
    news,
    restricted.map((viewer) => viewer.userId),
  );
  for (const { userId, postHidden } of restricted) {
    if (!postHidden) channels.toWatcher(postId, userId, await toPayload(userId));
  }
}

/** Sends the number of likes of a post to its watchers. */
export function announceLikes(services: Services, postId: string): Promise<void> {
  return announce(services, postId, async (viewerId) => ({
    post_id: postId,
    likesCount: await loadLikesCount(services.db, postId, viewerId),
  }));
}

export type CommentChange = { created: string } | { deleted: { _id: string; parent_id: string | null } };

/** Sends a new or deleted comment and the count to the watchers of a post. */
export function announceComments(services: Services, postId: string, change: CommentChange): Promise<void> {
  const { db } = services;
  return announce(services, postId, async (viewerId) => {
    const [commentsCount, comment] = await Promise.all([
      loadCommentsCount(db, postId, viewerId),
      'created' in change ? loadComment(db, change.created, viewerId) : null,
    ]);
    return {
      post_id: postId,
      commentsCount,
      ...(comment ? { comment } : {}),
      ...('deleted' in change ? { deletedComment: change.deleted } : {}),
    };
  });
}
