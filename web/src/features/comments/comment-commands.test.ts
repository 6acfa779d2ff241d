import { describe, expect, it } from 'vitest';
import { commentArrived, selectComment, selectThread } from '#entities/comments/comments-slice.ts';
import { commentsReceived, postsReceived, splitComments } from '#entities/posts/entities.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { createStore } from '#lib/store.ts';
import { buildComment, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { loadThread, removeComment, setCommentLiked, writeComment } from './comment-commands.ts';

const postId = idOf(100);
const place = { postId, parentId: null };

function buildStore() {
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ commentsCount: 1, comments: [buildComment()] })]));
  const shown = () =>
    (selectThread(store.getState(), postId)?.ids ?? []).map((id) => selectComment(store.getState(), id)?.comment);
  const count = () => selectPost(store.getState(), postId)?.commentsCount;
  return { dispatch: store.dispatch, read: () => store.getState(), shown, count };
}

describe('A comment', () => {
  it('appears at once and is replaced by the stored one', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /post/addEditComment': () => response.promise });
    const { dispatch, shown, count } = buildStore();
    const done = dispatch(writeComment(place, idOf(1), { text: 'New', idempotencyKey: 'a' }));
    expect(shown()).toEqual(['Well done', 'New']);
    expect(count()).toBe(2);
    response.resolve(ok(buildComment({ _id: idOf(201), comment: 'New' }), { commentsCount: 5 }));
    await done;
    expect(shown()).toEqual(['Well done', 'New']);
    expect(count()).toBe(5);
  });
  it('appears once when its event arrives before the response', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /post/addEditComment': () => response.promise });
    const { dispatch, read, shown } = buildStore();
    const done = dispatch(writeComment(place, idOf(1), { text: 'New', idempotencyKey: 'a' }));
    const [received] = splitComments([buildComment({ _id: idOf(201), comment: 'New' })]).comments;
    if (received) dispatch(commentArrived(received));
    expect(shown()).toEqual(['Well done', 'New']);
    response.resolve(ok(buildComment({ _id: idOf(201), comment: 'New' }), { commentsCount: 2 }));
    await done;
    expect(shown()).toEqual(['Well done', 'New']);
    expect(selectThread(read(), postId)?.ids).toEqual([idOf(200), idOf(201)]);
  });
  it('is removed when it is refused, with the reason', async () => {
    serve({ 'POST /post/addEditComment': fail(429, 'Slow down.') });
    const { dispatch, shown, count } = buildStore();
    const failed = await dispatch(writeComment(place, idOf(1), { text: 'New', idempotencyKey: 'a' }));
    expect(failed?.message).toBe('Slow down.');
    expect(shown()).toEqual(['Well done']);
    expect(count()).toBe(1);
  });
  it('on another comment is a reply and is counted there', async () => {
    const requests = serve({
      'POST /post/replyOnCommentCreateEdit': ok(buildComment({ _id: idOf(202), parent_id: idOf(200) }), {
        commentsCount: 2,
      }),
    });
    const { dispatch, read } = buildStore();
    await dispatch(writeComment({ postId, parentId: idOf(200) }, idOf(1), { text: 'Yes', idempotencyKey: 'a' }));
    expect(requests[0]?.body).toEqual({ post_id: postId, parent_id: idOf(200), comment: 'Yes' });
    expect(selectComment(read(), idOf(200))?.repliesCount).toBe(1);
    expect(selectThread(read(), idOf(200))?.ids).toEqual([idOf(202)]);
  });
});

describe('A refused deletion of a comment', () => {
  it('restores the comment and its count', async () => {
    serve({ [`DELETE /post/deleteComment/${idOf(200)}`]: fail(403, 'You are not allowed to do that.') });
    const { dispatch, read, shown, count } = buildStore();
    const comment = selectComment(read(), idOf(200));
    if (!comment) throw new Error('The comment is missing.');
    const done = dispatch(removeComment(comment));
    expect(shown()).toEqual([]);
    expect(count()).toBe(0);
    await done;
    expect(shown()).toEqual(['Well done']);
    expect(count()).toBe(1);
  });
});

it('A refused like of a comment is rolled back', async () => {
  serve({ 'POST /post/likeAndUlikeComments': fail(404, 'This comment is no longer available.') });
  const { dispatch, read } = buildStore();
  const comment = selectComment(read(), idOf(200));
  if (!comment) throw new Error('The comment is missing.');
  const done = dispatch(setCommentLiked(comment, true));
  expect(selectComment(read(), idOf(200))).toMatchObject({ commentLiked: true, likesCount: 1 });
  // A load that began before the like does not take it back.
  dispatch(commentsReceived(splitComments([buildComment()])));
  expect(selectComment(read(), idOf(200))).toMatchObject({ commentLiked: true, likesCount: 1 });
  await done;
  expect(selectComment(read(), idOf(200))).toMatchObject({ commentLiked: false, likesCount: 0 });
});

it('A thread is continued from its cursor', async () => {
  const requests = serve({
    'POST /post/commentsReplies': ({ search }) =>
      search.get('cursor')
        ? ok([buildComment({ _id: idOf(203) })], { page: null, limit: 5, nextCursor: null, total: 2 })
        : ok([buildComment()], { page: null, limit: 5, nextCursor: 'on', total: 2 }),
  });
  const { dispatch, read } = buildStore();
  await dispatch(loadThread(place, 5, false));
  await dispatch(loadThread(place, 5, true));
  expect(selectThread(read(), postId)).toMatchObject({ ids: [idOf(200), idOf(203)], total: 2, cursor: null });
  expect(requests[1]?.search.get('cursor')).toBe('on');
});
