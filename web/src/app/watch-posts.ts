/** Tells the server which posts are drawn, and shows what happens to them: likes, comments, comments taken away. */
import { type ClientEvents, MAX_WATCHED, type ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { commentArrived, commentLost } from '#features/comments/comments-slice.ts';
import { commentsCounted, commentsReceived, splitComments } from '#features/posts/entities.ts';
import { loadPost } from '#features/posts/post-commands.ts';
import { likesCounted } from '#features/posts/posts-slice.ts';
import { listWatched, onWatchedChange } from '#features/posts/watched-posts.ts';
import { createMissedNews } from '#lib/missed-news.ts';
import type { AppStore } from '#lib/store.ts';

const REST_MS = 300;

type PostEvent = Parameters<ServerEvents['post']>[0];

/** Puts what was told of a post into the store. */
export function showPostEvent({ dispatch }: AppStore, event: PostEvent): void {
  const { post_id, likesCount, commentsCount, comment, deletedComment } = event;
  if (likesCount !== undefined) dispatch(likesCounted({ postId: post_id, likesCount }));
  if (comment) {
    const { comments, users } = splitComments([comment]);
    dispatch(commentsReceived({ comments: [], users }));
    for (const each of comments) dispatch(commentArrived(each));
  }
  if (deletedComment) dispatch(commentLost({ ...deletedComment, post_id }));
  if (commentsCount !== undefined) dispatch(commentsCounted({ postId: post_id, commentsCount }));
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
  const stop = onWatchedChange(tellSoon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
