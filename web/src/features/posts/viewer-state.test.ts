import { describe, expect, it, vi } from 'vitest';
import { setBookmarked } from '#entities/posts/bookmark-commands.ts';
import { postsReceived } from '#entities/posts/entities.ts';
import { setPostLiked } from '#entities/posts/post-commands.ts';
import {
  listLoaded,
  listRequested,
  selectPost,
  selectPostList,
  viewerStateSettled,
  viewerStateWanted,
} from '#entities/posts/posts-slice.ts';
import { applyForJob } from '#features/applications/application-commands.ts';
import { writeComment } from '#features/comments/comment-commands.ts';
import { report } from '#features/moderation/moderation-commands.ts';
import { ratePost, removeRating } from '#features/ratings/rating-commands.ts';
import { createStore } from '#lib/store.ts';
import { buildComment, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';

const id = idOf(100);
const removal = `DELETE /bookmark/delete/${idOf(400)}`;

function buildStore() {
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ commentsCount: 1, comments: [buildComment()] })]));
  return { store, dispatch: store.dispatch, post: () => selectPost(store.getState(), id) };
}

describe('A bookmark', () => {
  it('is shown at once, and rolled back when the server rejects it', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /bookmark/create': () => response.promise });
    const { dispatch, post } = buildStore();
    const done = dispatch(setBookmarked(id, true));
    expect(post()?.bookmark).not.toBeNull();
    dispatch(postsReceived([buildPost()]));
    expect(post()?.bookmark).not.toBeNull();
    response.resolve(fail(503, 'Busy.'));
    await done;
    expect(post()?.bookmark).toBeNull();
  });
  it('toggled on, off and on reaches the server in order, with the id that the server returned', async () => {
    const requests = serve({
      'POST /bookmark/create': ok({ _id: idOf(400), post_id: id }),
      [removal]: ok({ _id: idOf(400), post_id: id }),
    });
    const { dispatch, post } = buildStore();
    await Promise.all([true, false, true].map((wanted) => dispatch(setBookmarked(id, wanted))));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
    expect(post()?.bookmark).toEqual({ _id: idOf(400) });
  });
  it('that no longer exists counts as removed', async () => {
    serve({ [removal]: fail(404, 'This bookmark no longer exists.') });
    const { store, dispatch, post } = buildStore();
    store.dispatch(postsReceived([buildPost({ bookmark: { _id: idOf(400) } })]));
    await dispatch(setBookmarked(id, false));
    expect(post()?.bookmark).toBeNull();
  });
});

describe('A rating', () => {
  it('takes the chosen star and everyone’s average', async () => {
    const requests = serve({
      'PUT /post/rating': ok({ _id: id, ratingOfPost: 4, averageRating: 3.5, ratingsCount: 2 }),
    });
    const { dispatch, post } = buildStore();
    await dispatch(ratePost({ _id: id, user_id: idOf(1) }, 4));
    expect(post()).toMatchObject({ ratingOfPost: 4, averageRating: 3.5, ratingsCount: 2 });
    expect(requests[0]?.body).toEqual({ _id: id, user_id: idOf(1), rating: 4 });
  });
  it('falls back to the last one that was stored', async () => {
    serve({
      'PUT /post/rating': ({ body }) =>
        (body as { rating: number }).rating === 2
          ? ok({ _id: id, ratingOfPost: 2, averageRating: 2, ratingsCount: 1 })
          : fail(429, 'Slow down.'),
    });
    const { dispatch, post } = buildStore();
    await Promise.all([2, 5].map((stars) => dispatch(ratePost({ _id: id, user_id: idOf(1) }, stars))));
    expect(post()).toMatchObject({ ratingOfPost: 2, averageRating: 2, ratingsCount: 1 });
  });
});

describe('A post that no longer exists', () => {
  const gone = fail(404, 'This post is no longer available.');
  const notThere = { [`GET /post/${id}`]: gone };

  it.each([
    ['liked', { 'POST /post/likeUnlike': gone }, () => setPostLiked(id, true)],
    ['bookmarked', { 'POST /bookmark/create': gone }, () => setBookmarked(id, true)],
    ['rated', { 'PUT /post/rating': gone }, () => ratePost({ _id: id, user_id: idOf(1) }, 4)],
    [
      'commented on',
      { 'POST /post/addEditComment': gone },
      () => writeComment({ postId: id, parentId: null }, idOf(1), { text: 'x', idempotencyKey: 'a' }),
    ],
    ['reported', { 'POST /post/reportPost': gone }, () => report({ kind: 'post', id }, {})],
  ] as const)('leaves the lists when it is %s', async (_what, responses, act) => {
    serve({ ...notThere, ...responses });
    const { dispatch, post } = buildStore();
    await dispatch(act() as ReturnType<typeof setPostLiked>);
    await vi.waitFor(() => expect(post()).toBeUndefined());
  });
  it('stays when only one of its comments is gone', async () => {
    const requests = serve({
      [`GET /post/${id}`]: ok(buildPost()),
      'POST /post/addEditComment': fail(404, 'This comment is no longer available.'),
    });
    const { dispatch, post } = buildStore();
    await dispatch(writeComment({ postId: id, parentId: null }, idOf(1), { text: 'x', idempotencyKey: 'a' }));
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(post()).toBeDefined();
  });
});

describe('A rating', () => {
  it('is removed, and restored when the server rejects that', async () => {
    const rated = { _id: id, user_id: idOf(1) };
    serve({ [`DELETE /post/rating/${id}`]: ok({ _id: id, ratingOfPost: 0, averageRating: 2, ratingsCount: 1 }) });
    const { dispatch, post } = buildStore();
    dispatch(viewerStateWanted({ postId: id, viewerState: { ratingOfPost: 4 } }));
    dispatch(viewerStateSettled({ postId: id, wanted: 'ratingOfPost' }));
    await dispatch(removeRating(rated));
    expect(post()).toMatchObject({ ratingOfPost: 0, averageRating: 2, ratingsCount: 1 });
    serve({ 'PUT /post/rating': ok({ _id: id, ratingOfPost: 5, averageRating: 3, ratingsCount: 2 }) });
    await dispatch(ratePost(rated, 5));
    serve({ [`DELETE /post/rating/${id}`]: fail(503, 'Busy.') });
    await dispatch(removeRating(rated));
    expect(post()).toMatchObject({ ratingOfPost: 5 });
  });
});

describe('A report', () => {
  it('of an own post leaves it in place', async () => {
    serve({ 'POST /post/reportPost': ok({ post_id: id }) });
    const { dispatch, post } = buildStore();
    expect(await dispatch(report({ kind: 'post', id, own: true }, {}))).toBeUndefined();
    expect(post()).toBeDefined();
  });
  it('of a post removes it from every list', async () => {
    serve({ 'POST /post/reportPost': ok({ post_id: id }) });
    const { store, dispatch, post } = buildStore();
    for (const list of ['posts', 'topRatedPosts'] as const) {
      dispatch(listRequested({ list, query: '{}' }));
      dispatch(listLoaded({ list, query: '{}', ids: [id, idOf(101)], cursor: null, fresh: true }));
    }
    expect(await dispatch(report({ kind: 'post', id }, {}))).toBeUndefined();
    expect(post()).toBeUndefined();
    for (const list of ['posts', 'topRatedPosts'] as const) {
      expect(selectPostList(store.getState(), list).ids).toEqual([idOf(101)]);
    }
  });
  it('of a comment takes the server’s count; if it fails, nothing changes', async () => {
    serve({ 'POST /post/reportComment': fail(503, 'Busy.') });
    const { dispatch, post } = buildStore();
    expect((await dispatch(report({ kind: 'comment', id: idOf(200) }, { words: 'Rude' })))?.message).toBe('Busy.');
    expect(post()?.commentsCount).toBe(1);
    const requests = serve({
      'POST /post/reportComment': ok({ comment_id: idOf(200), post_id: id }, { commentsCount: 0 }),
    });
    await dispatch(report({ kind: 'comment', id: idOf(200) }, { words: ' Rude ' }));
    expect(requests[0]?.body).toEqual({ comment_id: idOf(200), words: 'Rude' });
    expect(post()?.commentsCount).toBe(0);
  });
});

describe('An application', () => {
  const applied = { words: 'Hello', answers: [], cv: null };
  const mine = { _id: idOf(300), status: 'sent', statusAt: '2026-11-23T20:00:00.000Z' };

  it('is sent to the job, which then shows as applied', async () => {
    const requests = serve({ [`POST /jobs/${id}/applications`]: ok(mine) });
    const { dispatch, post } = buildStore();
    expect(await dispatch(applyForJob({ _id: id }, applied))).toBeUndefined();
    expect(requests[0]?.body).toEqual({ words: 'Hello', answers: [] });
    expect(post()?.applied).toBe(true);
  });
  it('that was made before is loaded; one that failed does not show as applied', async () => {
    serve({ [`POST /jobs/${id}/applications`]: fail(503, 'Busy.') });
    const { dispatch, post } = buildStore();
    expect((await dispatch(applyForJob({ _id: id }, applied)))?.message).toBe('Busy.');
    expect(post()?.applied).toBe(false);
    const requests = serve({
      [`POST /jobs/${id}/applications`]: fail(409, 'You already applied to this job.'),
      [`GET /post/${id}`]: fail(503, 'Busy.'),
    });
    expect((await dispatch(applyForJob({ _id: id }, applied)))?.status).toBe(409);
    expect(requests.map(({ path }) => path)).toContain(`/post/${id}`);
  });
});
