import { loadRestrictedViewers } from '#access/sees-less.ts';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { loadComment, loadCommentsCount } from '#features/comments/loaders.ts';
import { loadLikesCount } from '#features/likes/loaders.ts';
import { averageRating, countSeatsLeft } from '#features/posts/views.ts';
import type { Services } from '#services.ts';
import { selectAuthorOfHeld, selectGone, selectOwnState, selectSharedFigures } from './queries.ts';

type PostBroadcast = Parameters<Services['channels']['toWatchers']>[1];

/**
 * Sends a post's watchers on this server the payload that `toPayload` returns for a viewer who sees everything. Viewers
 * who see less of the post are sent their own payload, and those who cannot see it are sent `toHidden`.
 */
async function announce(
  { db, channels }: Services,
  postId: string,
  toPayload: (viewer: Viewer) => Promise<PostBroadcast>,
  toHidden?: PostBroadcast,
): Promise<void> {
  const watchers = await channels.watchersOf(postId);
  if (watchers.length === 0) return;
  const [restricted, payload] = await Promise.all([loadRestrictedViewers(db, postId, watchers), toPayload(anyMember)]);
  channels.toWatchers(
    postId,
    payload,
    restricted.map((viewer) => viewer.userId),
  );
  for (const { userId, postHidden } of restricted) {
    if (!postHidden) channels.toWatcher(postId, userId, await toPayload(userId));
    else if (toHidden) channels.toWatcher(postId, userId, toHidden);
  }
}

const unavailable = (postId: string): PostBroadcast => ({ post_id: postId, deleted: true, unavailable: true });

/** Sends a post's number of likes to its watchers. */
export function announceLikes(services: Services, postId: string): Promise<void> {
  return announce(services, postId, async (viewerId) => ({
    post_id: postId,
    likesCount: await loadLikesCount(services.db, postId, viewerId),
  }));
}

/** Sends a post's average rating to its watchers, and the number of seats left in a webinar. */
export async function announceFigures(services: Services, postId: string): Promise<void> {
  const figures = await selectSharedFigures(services.db, postId);
  if (!figures) return;
  const { ratings_sum, ratings_count, is_webinar } = figures;
  await announce(services, postId, async () => ({
    post_id: postId,
    averageRating: averageRating(ratings_sum, ratings_count),
    ratingsCount: ratings_count,
    ...(is_webinar ? { seatsLeft: countSeatsLeft(figures) } : {}),
  }));
}

export type CommentChange = { written: string } | { deleted: { _id: string; parent_id: string | null } };

/** Sends a new, edited or deleted comment and the count to a post's watchers. */
export function announceComments(services: Services, postId: string, change: CommentChange): Promise<void> {
  const { db } = services;
  return announce(services, postId, async (viewerId) => {
    const isGone = 'deleted' in change;
    const commentId = isGone ? change.deleted._id : change.written;
    const [commentsCount, comment] = await Promise.all([
      loadCommentsCount(db, postId, viewerId),
      // For everyone but its author, a held comment is gone.
      isGone && viewerId === anyMember ? null : loadComment(db, commentId, viewerId),
    ]);
    return {
      post_id: postId,
      commentsCount,
      ...(comment ? { comment } : {}),
      ...(isGone && !comment ? { deletedComment: change.deleted } : {}),
    };
  });
}

export type HeldComment = { postId: string; commentId: string; authorId: string };

/** Sends a held comment to its author's tabs on this server. */
export async function announceHeldComment(services: Services, { postId, commentId, authorId }: HeldComment) {
  const { db, channels } = services;
  if (!(await channels.watchersOf(postId)).includes(authorId)) return;
  const [commentsCount, comment] = await Promise.all([
    loadCommentsCount(db, postId, authorId),
    loadComment(db, commentId, authorId),
  ]);
  if (comment) channels.toWatcher(postId, authorId, { post_id: postId, commentsCount, comment });
}

/** Makes a post's watchers reload it; it disappears from the tabs of those who are no longer in its audience. */
export function announceEdit(services: Services, postId: string): Promise<void> {
  const edited = () => Promise.resolve({ post_id: postId, edited: true as const });
  return announce(services, postId, edited, unavailable(postId));
}

/** Removes a hidden post from its watchers' tabs. The author of a held post keeps it and reloads it. */
export async function announceUnavailable({ db, channels }: Services, postId: string): Promise<void> {
  const authorId = await selectAuthorOfHeld(db, postId);
  channels.toWatchers(postId, unavailable(postId), authorId === null ? [] : [authorId]);
  if (authorId !== null) channels.toWatcher(postId, authorId, { post_id: postId, edited: true });
}

/** Removes all posts that no longer exist, or that staff have hidden, from the tabs on this server. */
export async function announceGone(services: Services): Promise<void> {
  const watched = services.channels.watchedPosts();
  if (watched.length === 0) return;
  for (const postId of await selectGone(services.db, watched))
    services.channels.toWatchers(postId, unavailable(postId), []);
}

/** Sends a member's tabs on this server the state that the member has set on a post. */
export async function announceOwnState({ db, channels }: Services, postId: string, userId: string): Promise<void> {
  const row = await selectOwnState(db, postId, userId);
  if (!row) return;
  channels.toMemberHere(userId, 'ownPost', {
    post_id: postId,
    isLiked: row.liked,
    bookmark: row.bookmark_id === null ? null : { _id: row.bookmark_id },
    ratingOfPost: row.rating ?? 0,
    averageRating: averageRating(row.ratings_sum, row.ratings_count),
    ratingsCount: row.ratings_count,
  });
}
