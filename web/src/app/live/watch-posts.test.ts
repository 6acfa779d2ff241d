import type { ClientEvents, ServerEvents, WatchResponse } from '@afterhours/contract/realtime';
import { renderHook } from '@testing-library/react';
import type { Socket } from 'socket.io-client';
import { describe, expect, it, vi } from 'vitest';
import { selectComment, selectThread } from '#entities/comments/comments-slice.ts';
import { postsReceived } from '#entities/posts/entities.ts';
import {
  likeWanted,
  listLoaded,
  listRequested,
  selectPost,
  selectPostList,
  viewerStateSettled,
  viewerStateWanted,
} from '#entities/posts/posts-slice.ts';
import { useWatched } from '#entities/posts/watched-posts.ts';
import * as notify from '#lib/notify.ts';
import { createStore } from '#lib/store.ts';
import { buildComment, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { openJob } from '#testing/open-job.ts';
import { reloadPost, showOwnApplication, showOwnState, showPostEvent, watchPosts } from './watch-posts.ts';

const post_id = idOf(100);

function buildStore() {
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ commentsCount: 1, comments: [buildComment()] })]));
  return { store, post: () => selectPost(store.getState(), post_id), read: () => store.getState() };
}

describe('An event of a watched post', () => {
  it('shows a new comment and the exact counts once, however often it arrives', () => {
    const { store, post, read } = buildStore();
    const comment = buildComment({ _id: idOf(201), comment: 'From afar' });
    for (let times = 0; times < 2; times++) showPostEvent(store, { post_id, comment, commentsCount: 2 });
    expect(selectThread(read(), post_id)).toMatchObject({ ids: [idOf(200), idOf(201)], total: 2 });
    expect(post()?.commentsCount).toBe(2);
  });
  it("updates a loaded comment without changing the viewer's like", () => {
    const { store, read } = buildStore();
    showPostEvent(store, { post_id, comment: buildComment({ comment: 'Very well done', likesCount: 4 }) });
    expect(selectComment(read(), idOf(200))).toMatchObject({ comment: 'Very well done', likesCount: 4 });
  });
  it('removes a deleted comment, and updates the total for one that was never loaded', () => {
    const { store, read } = buildStore();
    showPostEvent(store, { post_id, deletedComment: { _id: idOf(299), parent_id: null }, commentsCount: 0 });
    expect(selectThread(read(), post_id)?.total).toBe(0);
    showPostEvent(store, { post_id, deletedComment: { _id: idOf(200), parent_id: null }, commentsCount: 0 });
    expect(selectThread(read(), post_id)?.ids).toEqual([]);
  });
  it('shows its author that a comment is held and that it is released', () => {
    const { store, read } = buildStore();
    const held = { rule: 'No gambling' };
    showPostEvent(store, { post_id, comment: buildComment({ held }), commentsCount: 0 });
    expect(selectComment(read(), idOf(200))?.held).toEqual(held);
    expect(selectThread(read(), post_id)?.ids).toEqual([idOf(200)]);
    showPostEvent(store, { post_id, comment: buildComment(), commentsCount: 1 });
    expect(selectComment(read(), idOf(200))?.held).toBeUndefined();
  });
  it('shows the ratings by all members and the seats left, and keeps what the viewer has', () => {
    const { store, post } = buildStore();
    const webinar = buildWebinar({ capacity: 4, seatsLeft: 4 });
    store.dispatch(postsReceived([buildPost({ postType: 'webinar', webinar })]));
    store.dispatch(viewerStateWanted({ postId: post_id, viewerState: { ratingOfPost: 2 } }));
    showPostEvent(store, { post_id, averageRating: 4.5, ratingsCount: 2, seatsLeft: 0 });
    const figures = { averageRating: 4.5, ratingsCount: 2, ratingOfPost: 2 };
    expect(post()).toMatchObject({ ...figures, webinar: { ...webinar, seatsLeft: 0 } });
    showPostEvent(store, { post_id, averageRating: 4, ratingsCount: 1 });
    expect(post()).toMatchObject({ averageRating: 4, ratingsCount: 1, webinar: { seatsLeft: 0 } });
  });
  it("does not overwrite the viewer's pending like", () => {
    const { store, post } = buildStore();
    store.dispatch(likeWanted({ postId: post_id, isLiked: true }));
    showPostEvent(store, { post_id, likesCount: 8 });
    expect(post()).toMatchObject({ isLiked: true, likesCount: 4 });
  });
});

describe('A watched post', () => {
  it('leaves every list, with a message, once its author has deleted it', () => {
    const { store, post, read } = buildStore();
    store.dispatch(listRequested({ list: 'posts', query: '{}' }));
    store.dispatch(listLoaded({ list: 'posts', query: '{}', ids: [post_id, idOf(101)], cursor: null, fresh: true }));
    const said = vi.spyOn(notify, 'showInfo').mockImplementation(() => undefined);
    for (let times = 0; times < 2; times++) showPostEvent(store, { post_id, deleted: true });
    expect(post()).toBeUndefined();
    expect(selectPostList(read(), 'posts').ids).toEqual([idOf(101)]);
    expect(said.mock.calls).toEqual([['This post was deleted.']]);
  });
  it('leaves every list as unavailable once it is hidden, held or restricted to fewer people', () => {
    const { store, post } = buildStore();
    const said = vi.spyOn(notify, 'showInfo').mockImplementation(() => undefined);
    said.mockClear();
    showPostEvent(store, { post_id, deleted: true, unavailable: true });
    expect(post()).toBeUndefined();
    expect(said.mock.calls).toEqual([['This post is not available.']]);
  });
  it('stays for its author with a note while it is held, and loses the note when it is released', async () => {
    vi.useFakeTimers();
    const { store, post, read } = buildStore();
    const comments = [buildComment({ held: { rule: 'No gambling' } })];
    for (const held of [{ rule: 'No gambling' }, undefined]) {
      const more = held ? { held, comments } : {};
      serve({ [`GET /post/${post_id}`]: ok(buildPost({ commentsCount: 1, comments: [buildComment()], ...more })) });
      showPostEvent(store, { post_id, edited: true });
      await vi.advanceTimersByTimeAsync(2_000);
      expect(post()?.held).toEqual(held);
      expect(selectComment(read(), idOf(200))?.held).toEqual(held);
    }
    vi.useRealTimers();
  });
  it('is reloaded soon after an edit', async () => {
    vi.useFakeTimers();
    serve({ [`GET /post/${post_id}`]: ok(buildPost({ description: 'Edited' })) });
    const { store, post } = buildStore();
    showPostEvent(store, { post_id, edited: true });
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(post()?.description).toBe('Edited');
  });
});

describe('A viewer state changed in another tab', () => {
  const theirs = { post_id, averageRating: 4, ratingsCount: 1 };

  it('is shown in this tab', () => {
    const { store, post } = buildStore();
    showOwnState(store, { ...theirs, isLiked: true, bookmark: { _id: idOf(7) }, ratingOfPost: 4 });
    expect(post()).toMatchObject({ isLiked: true, bookmark: { _id: idOf(7) }, ratingOfPost: 4, averageRating: 4 });
    showOwnState(store, { ...theirs, isLiked: false, bookmark: null, ratingOfPost: 0 });
    expect(post()).toMatchObject({ isLiked: false, bookmark: null, ratingOfPost: 0 });
  });
  it('waits for a pending call of this tab', () => {
    const { store, post } = buildStore();
    store.dispatch(likeWanted({ postId: post_id, isLiked: true }));
    store.dispatch(viewerStateWanted({ postId: post_id, viewerState: { bookmark: { _id: 'pending' } } }));
    showOwnState(store, { ...theirs, isLiked: false, bookmark: null, ratingOfPost: 3 });
    expect(post()).toMatchObject({ isLiked: true, bookmark: { _id: 'pending' }, ratingOfPost: 3 });
    store.dispatch(viewerStateSettled({ postId: post_id, wanted: 'bookmark' }));
    expect(post()).toMatchObject({ bookmark: null });
  });
});

it('The status of the viewer’s application shows at its job without a request', () => {
  const requests = serve({});
  const { store, post } = buildStore();
  const application = { _id: idOf(30), status: 'talking' as const, statusAt: '2026-03-01T20:00:00.000Z' };
  store.dispatch(postsReceived([buildPost({ postType: 'job', job: openJob })]));
  showOwnApplication(store, { post_id, application });
  showOwnApplication(store, { post_id: idOf(999), application });
  expect(post()).toMatchObject({ applied: true, job: { myApplication: application } });
  expect(requests).toEqual([]);
});

it('A shown post is reloaded when the viewer’s seat or application has changed', async () => {
  const requests = serve({ [`GET /post/${post_id}`]: ok(buildPost({ applied: true })) });
  const { store, post } = buildStore();
  reloadPost(store, idOf(999));
  reloadPost(store, post_id);
  await vi.waitFor(() => expect(post()).toMatchObject({ applied: true }));
  expect(requests).toHaveLength(1);
});

it('Posts that stay visible are watched, again after a reconnect, and no longer once they are hidden', () => {
  vi.useFakeTimers();
  const handlers: Record<string, () => void> = {};
  const said: string[] = [];
  const socket = {
    connected: true,
    on: (event: string, handler: () => void) => void (handlers[event] = handler),
    emit: (event: string, { post_id }: { post_id: string }) => void said.push(`${event} ${post_id}`),
  } as unknown as Socket<ServerEvents, ClientEvents>;
  serve({ [`GET /post/${post_id}`]: ok(buildPost()) });
  const { store } = buildStore();
  const stop = watchPosts(socket, store);
  const passing = renderHook(() => useWatched(idOf(101)));
  const card = renderHook(() => useWatched(post_id));
  passing.unmount();
  vi.advanceTimersByTime(1000);
  expect(said).toEqual([`watch ${post_id}`]);
  handlers.connect?.();
  expect(said).toEqual([`watch ${post_id}`, `watch ${post_id}`]);
  card.unmount();
  vi.advanceTimersByTime(1000);
  expect(said.at(-1)).toBe(`unwatch ${post_id}`);
  stop();
  vi.useRealTimers();
});

/** Begins to watch the post, to which the server responds like this, and waits a second. */
async function watchOnce(store: ReturnType<typeof createStore>, response: WatchResponse): Promise<void> {
  vi.useFakeTimers();
  const socket = {
    connected: true,
    on: () => undefined,
    emit: (_event: string, _payload: object, acknowledge?: (response: WatchResponse) => void) =>
      acknowledge?.(response),
  } as unknown as Socket<ServerEvents, ClientEvents>;
  const stop = watchPosts(socket, store);
  const card = renderHook(() => useWatched(post_id));
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  card.unmount();
  stop();
}

it('A post that was deleted while it was out of view leaves every list once it is in view', async () => {
  const message = 'This post is no longer available.';
  serve({ [`GET /post/${post_id}`]: fail(404, message) });
  const { store, post } = buildStore();
  await watchOnce(store, { ok: false, message });
  await vi.waitFor(() => expect(post()).toBeUndefined());
});

it('A post that changed between its load and the begin of watching it is loaded again, and no other', async () => {
  const requests = serve({ [`GET /post/${post_id}`]: ok(buildPost({ likesCount: 3, commentsCount: 2 })) });
  const { store, post } = buildStore();
  const { likesCount = 0, commentsCount = 0 } = post() ?? {};
  await watchOnce(store, { ok: true });
  await watchOnce(store, { ok: true, counts: { likesCount, commentsCount } });
  expect(requests).toEqual([]);
  await watchOnce(store, { ok: true, counts: { likesCount, commentsCount: 2 } });
  await vi.waitFor(() => expect(post()).toMatchObject({ commentsCount: 2 }));
  expect(requests).toHaveLength(1);
});
