/** Reports to the server which posts are shown, and applies their events: likes, comments, edits, deletions. */
import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_WATCHED } from '@afterhours/contract/constants/realtime';
import type { ClientEvents, ServerEvents, WatchResponse } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { commentArrived, commentLeaving, commentLost } from '#entities/comments/comments-slice.ts';
import { commentsReceived, postCounted, splitComments } from '#entities/posts/entities.ts';
import { loadPost, removePost } from '#entities/posts/post-commands.ts';
import {
  likesCounted,
  ownStateReceived,
  postApplied,
  selectIsLeaving,
  selectPost,
} from '#entities/posts/posts-slice.ts';
import { afterUnsent } from '#entities/posts/unsent-forms.ts';
import { listWatched, onWatchedChange } from '#entities/posts/watched-posts.ts';
import { createMissedEvents } from '#lib/browser/missed-events.ts';
import { showInfo } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppStore } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('app.posts', {
  deleted: 'This post was deleted.',
  unavailable: 'This post is not available.',
});

const PAUSE_MS = 300;
const EDITED_WITHIN_MS = 1_500;

type PostEvent = Parameters<ServerEvents['post']>[0];
type OwnApplicationEvent = Parameters<ServerEvents['applications']>[0];
type OwnPostEvent = Parameters<ServerEvents['ownPost']>[0];

/** Shows the ratings of a post by all members, and the seats left in a webinar. */
function showFigures(store: AppStore, event: PostEvent): void {
  const { post_id: postId, averageRating, ratingsCount, seatsLeft } = event;
  if (averageRating === undefined || ratingsCount === undefined) return;
  const webinar = selectPost(store.getState(), postId)?.webinar;
  const seats = webinar && seatsLeft !== undefined ? { webinar: { ...webinar, seatsLeft } } : {};
  store.dispatch(postCounted({ postId, averageRating, ratingsCount, ...seats }));
}

/** Removes a deleted comment, once it is no longer being edited. */
function loseComment({ dispatch }: AppStore, comment: Parameters<typeof commentLost>[0]): void {
  const waits = afterUnsent(comment._id, () => dispatch(commentLost(comment)));
  if (waits) dispatch(commentLeaving(comment._id));
}

/** Applies an event of a post to the store. */
export function showPostEvent(store: AppStore, event: PostEvent): void {
  const { dispatch } = store;
  const { post_id, likesCount, commentsCount, comment, deletedComment, edited, deleted, unavailable } = event;
  if (deleted) {
    const isShown = selectPost(store.getState(), post_id) !== undefined;
    dispatch(removePost(post_id));
    // A form that stays says so itself.
    if (isShown && !selectIsLeaving(store.getState(), post_id)) {
      showInfo(t(unavailable ? texts.unavailable : texts.deleted));
    }
  }
  // Spread over some time, so that not all tabs that show the post load it at the same moment.
  if (edited) setTimeout(() => void dispatch(loadPost(post_id)), Math.random() * EDITED_WITHIN_MS);
  if (likesCount !== undefined) dispatch(likesCounted({ postId: post_id, likesCount }));
  if (comment) {
    const { comments, users } = splitComments([comment]);
    dispatch(commentsReceived({ comments: [], users }));
    for (const each of comments) dispatch(commentArrived(each));
  }
  if (deletedComment) loseComment(store, { ...deletedComment, post_id });
  if (commentsCount !== undefined) dispatch(postCounted({ postId: post_id, commentsCount }));
  showFigures(store, event);
}

/** Applies what the viewer did to a post in another tab. */
export function showOwnState({ dispatch }: AppStore, event: OwnPostEvent): void {
  const { post_id: postId, isLiked, ...viewerState } = event;
  dispatch(ownStateReceived({ postId, isLiked, viewerState }));
}

/** Reloads a post if it has been loaded, because the viewer's seat in it, or the like, has changed. */
export function reloadPost(store: AppStore, id: string): void {
  if (selectPost(store.getState(), id)) void queueSerially(`reload ${id}`, () => store.dispatch(loadPost(id)));
}

/** Shows the status of the viewer's application at its job. The previous version of the server does not send it. */
export function showOwnApplication(store: AppStore, { post_id: postId, application }: OwnApplicationEvent): void {
  if (application) store.dispatch(postApplied({ postId, application }));
  else reloadPost(store, postId);
}

/** Reloads the shown posts, which may have changed while the socket was down. */
export function reloadPosts({ dispatch }: AppStore): void {
  for (const id of listWatched().slice(-MAX_WATCHED)) void dispatch(loadPost(id));
}

/**
 * Whether a post has changed between its load and the response to `watch`. A post that was deleted in between, or while
 * it was out of view, cannot be watched.
 */
function isOutdated(store: AppStore, postId: string, response: WatchResponse): boolean {
  if (!response.ok) return true;
  const post = selectPost(store.getState(), postId);
  const { counts } = response;
  if (!post || !counts) return false;
  return post.likesCount !== counts.likesCount || post.commentsCount !== counts.commentsCount;
}

/** Watches the shown posts over a socket, also after it reconnects. Returns a function that stops it. */
export function watchPosts(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const sent = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const missedEvents = createMissedEvents();

  const send = () => {
    if (!socket.connected) return;
    const wanted = new Set(listWatched().slice(-MAX_WATCHED));
    for (const post_id of sent) {
      if (!wanted.has(post_id)) socket.emit('unwatch', { post_id });
    }
    for (const post_id of wanted) {
      if (sent.has(post_id)) continue;
      socket.emit('watch', { post_id }, (response) => {
        if (isOutdated(store, post_id, response)) reloadPost(store, post_id);
      });
    }
    sent.clear();
    for (const post_id of wanted) sent.add(post_id);
  };
  // A post that is only scrolled past is not watched.
  const sendSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE_MS);
  };
  socket.on('connect', () => {
    sent.clear();
    send();
    if (missedEvents()) reloadPosts(store);
  });
  socket.on('post', (event) => showPostEvent(store, event));
  socket.on('ownPost', (event) => showOwnState(store, event));
  socket.on('seats', ({ post_id }) => reloadPost(store, post_id));
  socket.on('applications', (event) => showOwnApplication(store, event));
  const stop = onWatchedChange(sendSoon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
