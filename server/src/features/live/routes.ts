/** Sends changes of a post to the tabs that have it open, and a member's actions on it to the member's other tabs. */
import { defineBroadcast } from '#broadcast.ts';
import { announceOwnRecord } from '#features/account/loaders.ts';
import { bookmarkChanged } from '#features/bookmarks/events.ts';
import { commentCreated, commentDeleted, commentHeld, commentUpdated } from '#features/comments/events.ts';
import { jobClosed, jobRenewed } from '#features/hiring/events.ts';
import { postLiked, postUnliked } from '#features/likes/events.ts';
import { postCardChanged } from '#features/link-cards/events.ts';
import { commentHidden, commentLabelled, commentShown, postHidden, postLabelled } from '#features/moderation/events.ts';
import { ownSeatsChanged, seatsFreed } from '#features/payments/events.ts';
import { postDeleted, postHeld, postSaved } from '#features/posts/events.ts';
import { postRated } from '#features/ratings/events.ts';
import { webinarChanged } from '#features/webinars/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import {
  announceComments,
  announceEdit,
  announceFigures,
  announceGone,
  announceHeldComment,
  announceLikes,
  announceOwnState,
  announceUnavailable,
  type CommentChange,
  type HeldComment,
} from './announcements.ts';
import { onMemberGone } from './gone-members.ts';
import { loadWatchedCounts } from './queries.ts';

const likesBroadcast = defineBroadcast<{ postId: string }>('likes');
const figuresBroadcast = defineBroadcast<{ postId: string }>('ratings and seats');
const postBroadcast = defineBroadcast<{ postId: string; change: 'edited' | 'deleted' | 'unavailable' }>('posts');
const ownBroadcast = defineBroadcast<{ postId: string; userId: string }>('own posts');
const heldBroadcast = defineBroadcast<HeldComment>('held comments');
const commentBroadcast = defineBroadcast<{ postId: string; change: CommentChange }>('comments');

/** Announces a post that is edited, deleted, hidden or held wherever it is open. */
function sendPostChanges(services: Services): void {
  const { channels, events, serialQueue } = services;
  channels.onBroadcast(postBroadcast, ({ postId, change }) => {
    if (change === 'deleted') channels.toWatchers(postId, { post_id: postId, deleted: true }, []);
    else if (change === 'unavailable')
      serialQueue.queue(`unavailable:${postId}`, () => announceUnavailable(services, postId));
    else serialQueue.coalesce(`edited:${postId}`, () => announceEdit(services, postId));
  });
  events.after(postSaved, ({ postId, isNew }) => {
    if (!isNew) channels.broadcast(postBroadcast, { post: postId }, { postId, change: 'edited' });
  });
  for (const event of [postLabelled, postCardChanged, webinarChanged, jobClosed, jobRenewed])
    events.after(event, ({ postId }: { postId: string }) =>
      channels.broadcast(postBroadcast, { post: postId }, { postId, change: 'edited' }),
    );
  events.after(postDeleted, ({ postId }) =>
    channels.broadcast(postBroadcast, { post: postId }, { postId, change: 'deleted' }),
  );
  events.after(postHidden, ({ postId }) =>
    channels.broadcast(postBroadcast, { post: postId }, { postId, change: 'unavailable' }),
  );
}

/**
 * Sends the likes, bookmarks and ratings that a member sets in one tab to the others, with the state at the time of
 * sending.
 */
function sendToOwnTabs(services: Services): void {
  const { channels, events, serialQueue } = services;
  channels.onBroadcast(ownBroadcast, ({ postId, userId }) =>
    serialQueue.coalesce(`own:${postId}:${userId}`, () => announceOwnState(services, postId, userId)),
  );
  for (const event of [postLiked, postUnliked, bookmarkChanged, postRated])
    events.after(event, ({ postId, actorId }: { postId: string; actorId: string }) =>
      channels.broadcast(ownBroadcast, { member: actorId }, { postId, userId: actorId }),
    );
}

/** The default audience of a member's next post is that of the newest, so it may change with each of them. */
function sendDefaultAudience(services: Services): void {
  for (const event of [postSaved, postHeld, postDeleted])
    services.events.after(event, ({ authorId }: { authorId: string }) => announceOwnRecord(services, authorId));
}

/**
 * Sends the likes and the ratings of a post, and the free seats of a webinar. Many changes are combined into a few
 * events, with one after the last change.
 */
function sendCounts(services: Services): void {
  const { channels, events, serialQueue } = services;
  const sendLikes = (postId: string) => serialQueue.coalesce(`likes:${postId}`, () => announceLikes(services, postId));
  const sendFigures = (postId: string) =>
    serialQueue.coalesce(`figures:${postId}`, () => announceFigures(services, postId));
  channels.onBroadcast(likesBroadcast, ({ postId }) => sendLikes(postId));
  channels.onBroadcast(figuresBroadcast, ({ postId }) => sendFigures(postId));
  onMemberGone(services, (postId) => {
    sendLikes(postId);
    sendFigures(postId);
  });
  for (const event of [postLiked, postUnliked])
    events.after(event, ({ postId }: { postId: string }) =>
      channels.broadcast(likesBroadcast, { post: postId }, { postId }),
    );
  for (const event of [postRated, ownSeatsChanged, seatsFreed])
    events.after(event, ({ postId }: { postId: string }) =>
      channels.broadcast(figuresBroadcast, { post: postId }, { postId }),
    );
}

export default function register({ services }: FeatureContext): void {
  // Announcements run in a serial queue, so that no like waits until the others are sent.
  const { channels, db, events, serialQueue } = services;

  channels.guardWatching((userId, postId) => loadWatchedCounts(db, userId, postId));

  channels.onBroadcast(commentBroadcast, ({ postId, change }) =>
    serialQueue.queue(`comments:${postId}`, () => announceComments(services, postId, change)),
  );
  const commentsChanged = (postId: string, change: CommentChange) =>
    channels.broadcast(commentBroadcast, { post: postId }, { postId, change });
  for (const event of [commentCreated, commentUpdated, commentShown, commentLabelled])
    events.after(event, ({ postId, commentId }: { postId: string; commentId: string }) =>
      commentsChanged(postId, { written: commentId }),
    );
  for (const event of [commentDeleted, commentHidden])
    events.after(event, ({ postId, commentId, parentId }) =>
      commentsChanged(postId, { deleted: { _id: commentId, parent_id: parentId } }),
    );
  channels.onBroadcast(heldBroadcast, (held) =>
    serialQueue.queue(`comments:${held.postId}`, () => announceHeldComment(services, held)),
  );
  events.after(commentHeld, (held) => channels.broadcast(heldBroadcast, { member: held.authorId }, held));
  sendPostChanges(services);
  // An account was deleted with all its posts, or broadcasts were lost.
  services.touched.onAnything(() => serialQueue.coalesce('gone posts', () => announceGone(services)));
  sendCounts(services);
  sendToOwnTabs(services);
  sendDefaultAudience(services);
}
