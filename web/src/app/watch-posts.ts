/** Tells the server which posts are drawn, and shows what happens to them: likes, comments, edits, deletions. */
import { type ClientEvents, MAX_WATCHED, type ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { commentArrived, commentLost } from '#entities/comments/comments-slice.ts';
import { commentsCounted, commentsReceived, splitComments } from '#entities/posts/entities.ts';
import { loadPost } from '#entities/posts/post-commands.ts';
import { likesCounted, ownStateReceived, postGone, selectPost } from '#entities/posts/posts-slice.ts';
import { listWatched, onWatchedChange } from '#features/posts/watched-posts.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import { showNews } from '#lib/notify.ts';
import type { AppStore } from '#lib/store.ts';

const REST_MS = 300;
const EDITED_WITHIN_MS = 1_500;

type PostEvent = Parameters<ServerEvents['post']>[0];
type OwnPostEvent = Parameters<ServerEvents['ownPost']>[0];

/** Puts what was told of a post into the store. */
export function showPostEvent(store: AppStore, event: PostEvent): void {
  const { dispatch } = store;
  const { post_id, likesCount, commentsCount, comment, deletedComment, edited, deleted } = event;
  if (deleted) {
    if (selectPost(store.getState(), post_id)) showNews('This post was deleted.');
    dispatch(postGone(post_id));
  }
  // Not by all who have it open in the same moment.
  if (edited) setTimeout(() => void dispatch(loadPost(post_id)), Math.random() * EDITED_WITHIN_MS);
  if (likesCount !== undefined) dispatch(likesCounted({ postId: post_id, likesCount }));
  if (comment) {
    const { comments, users } = splitComments([comment]);
    dispatch(commentsReceived({ comments: [], users }));
    for (const each of comments) dispatch(commentArrived(each));
  }
  if (deletedComment) dispatch(commentLost({ ...deletedComment, post_id }));
  if (commentsCount !== undefined) dispatch(commentsCounted({ postId: post_id, commentsCount }));
}

/** Shows what I did to a post in another window. */
export function showOwnState({ dispatch }: AppStore, event: OwnPostEvent): void {
  const { post_id: postId, isLiked, ...viewerState } = event;
  dispatch(ownStateReceived({ postId, isLiked, viewerState }));
}

/** Reads the drawn posts again: something may have happened to them unheard. */
export function readPostsAgain({ dispatch }: AppStore): void {
  for (const id of listWatched().slice(-MAX_WATCHED)) void dispatch(loadPost(id));
}

/** Watches the drawn posts over a socket, also after it was away; answers how to stop. */
export function watchPosts(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const told = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const missedNews = createMissedNews();

  const tell = () => {
    if (!socket.connected) return;
    const wanted = new Set(listWatched().slice(-MAX_WATCHED));
    for (const post_id of told) {
      if (!wanted.has(post_id)) socket.emit('unwatch', { post_id });
    }
    for (const post_id of wanted) {
      if (!told.has(post_id)) socket.emit('watch', { post_id });
    }
    told.clear();
    for (const post_id of wanted) told.add(post_id);
  };
  // Who scrolls past a post does not watch it.
  const tellSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, REST_MS);
  };
  socket.on('connect', () => {
    told.clear();
    tell();
    if (missedNews()) readPostsAgain(store);
  });
  socket.on('post', (event) => showPostEvent(store, event));
  socket.on('ownPost', (event) => showOwnState(store, event));
  const stop = onWatchedChange(tellSoon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
