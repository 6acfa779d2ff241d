import { loadComment, loadCommentsCount } from '#features/comments/loaders.ts';
import { loadLikesCount } from '#features/likes/loaders.ts';
import { loadRestrictedViewers } from '#features/moderation/loaders.ts';
import type { Services } from '#services.ts';

/** Sends the number of likes of a post to its watchers. */
export async function announceLikes({ db, channels }: Services, postId: string): Promise<void> {
  const [likesCount, restricted] = await Promise.all([loadLikesCount(db, postId), loadRestrictedViewers(db, postId)]);
  const blind = restricted.filter((viewer) => viewer.postHidden).map((viewer) => viewer.userId);
  channels.toWatchers(postId, { post_id: postId, likesCount }, blind);
}

export type CommentChange = { created: string } | { deleted: { _id: string; parent_id: string | null } };

/** What one viewer is told of a change among the comments of a post. */
async function toPayload({ db }: Services, postId: string, change: CommentChange, viewerId: string | null) {
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
}

/** Sends a new or deleted comment and the count to the watchers; to those who see less of the post, what they see. */
export async function announceComments(services: Services, postId: string, change: CommentChange): Promise<void> {
  const restricted = await loadRestrictedViewers(services.db, postId);
  const exceptions = restricted.map((viewer) => viewer.userId);
  services.channels.toWatchers(postId, await toPayload(services, postId, change, null), exceptions);
  for (const { userId, postHidden } of restricted) {
    if (!postHidden) services.channels.toWatcher(postId, userId, await toPayload(services, postId, change, userId));
  }
}
