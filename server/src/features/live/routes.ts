/** Tells those who have a post open of its likes and comments, once these are committed. */

import { commentCreated, commentDeleted } from '#features/comments/events.ts';
import { postLiked, postUnliked } from '#features/likes/events.ts';
import { requirePost } from '#features/posts/loaders.ts';
import { AppError } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { defineNews } from '#realtime/news.ts';
import { announceComments, announceLikes, type CommentChange } from './announcements.ts';

const likesNews = defineNews<{ postId: string }>('likes');
const commentNews = defineNews<{ postId: string; change: CommentChange }>('comments');

export default function register({ services }: FeatureContext): void {
  // In turns: nobody's like waits until the others have heard of it.
  const { channels, db, events, turns } = services;

  channels.guardWatching((userId, postId) =>
    requirePost(db, userId, postId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    ),
  );

  // A crowd that likes one post is counted a few times, and always once after the last like.
  channels.onNews(likesNews, ({ postId }) => turns.coalesce(`likes:${postId}`, () => announceLikes(services, postId)));
  const likesChanged = ({ postId }: { postId: string }) => channels.bring(likesNews, { post: postId }, { postId });
  events.after(postLiked, likesChanged);
  events.after(postUnliked, likesChanged);

  channels.onNews(commentNews, ({ postId, change }) =>
    turns.queue(`comments:${postId}`, () => announceComments(services, postId, change)),
  );
  const commentsChanged = (postId: string, change: CommentChange) =>
    channels.bring(commentNews, { post: postId }, { postId, change });
  events.after(commentCreated, ({ postId, commentId }) => commentsChanged(postId, { created: commentId }));
  events.after(commentDeleted, ({ postId, commentId, parentId }) =>
    commentsChanged(postId, { deleted: { _id: commentId, parent_id: parentId } }),
  );
}
