/** Pages that were requested before a change and arrive after it. */
import { expect, it } from 'vitest';
import { selectComment, selectThread } from '#entities/comments/comments-slice.ts';
import { setBookmarked } from '#entities/posts/bookmark-commands.ts';
import { postCounted, postsReceived } from '#entities/posts/entities.ts';
import { deleteOwnPost, savePost, setPostLiked } from '#entities/posts/post-commands.ts';
import { likesCounted, selectPost, selectPostList } from '#entities/posts/posts-slice.ts';
import { signOut, startSession } from '#features/account/session-commands.ts';
import {
  editComment,
  loadThread,
  removeComment,
  setCommentLiked,
  writeComment,
} from '#features/comments/comment-commands.ts';
import { loadPostPage } from '#features/feed/feed-commands.ts';
import { createStore } from '#lib/store.ts';
import { buildComment, buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';

const id = idOf(100);
const commentId = idOf(200);
const place = { postId: id, parentId: null };
type Routes = Parameters<typeof serve>[0];

/** A store with a post and its comment, both of which are also in a page that arrives late. */
function buildStore(routes: Routes) {
  const late = deferred<FakeResponse>();
  const requested = { 'GET /post/getAllPost': () => late.promise, 'POST /post/commentsReplies': () => late.promise };
  serve({ ...requested, ...routes });
  const store = createStore();
  const older = buildPost({ commentsCount: 1, comments: [buildComment()] });
  store.dispatch(postsReceived([older]));
  const comment = () => selectComment(store.getState(), commentId);
  const stored = comment();
  if (!stored) throw new Error('The comment is missing.');
  return {
    dispatch: store.dispatch,
    post: () => selectPost(store.getState(), id),
    comment,
    stored,
    threadIds: () => selectThread(store.getState(), id)?.ids,
    receivePosts: () => late.resolve(ok([older], { nextCursor: null, total: 1 })),
    receiveComments: () => late.resolve(ok([buildComment()], { nextCursor: null, total: 1 })),
  };
}

it('A post stays liked and bookmarked when it arrives as it was before', async () => {
  const { dispatch, post, receivePosts } = buildStore({
    'POST /post/likeUnlike': ok({ post_id: id, isLiked: true, likesCount: 4 }),
    'POST /bookmark/create': ok({ _id: idOf(400), post_id: id }),
  });
  const loaded = dispatch(loadPostPage('latestPosts', {}, true));
  await dispatch(setPostLiked(id, true));
  await dispatch(setBookmarked(id, true));
  receivePosts();
  await loaded;
  expect(post()).toMatchObject({ isLiked: true, likesCount: 4, bookmark: { _id: idOf(400) } });
});

it('A page that is requested after a change counts', async () => {
  const { dispatch, post, receivePosts } = buildStore({});
  dispatch(likesCounted({ postId: id, likesCount: 9 }));
  const loaded = dispatch(loadPostPage('latestPosts', {}, true));
  receivePosts();
  await loaded;
  expect(post()).toMatchObject({ likesCount: 3 });
});

it('A deleted post stays away', async () => {
  const { dispatch, post, receivePosts } = buildStore({ [`DELETE /post/delete/${id}`]: ok({ _id: id }) });
  const loaded = dispatch(loadPostPage('latestPosts', {}, true));
  await dispatch(deleteOwnPost(id));
  receivePosts();
  await loaded;
  expect(post()).toBeUndefined();
});

it('A post that could not be deleted is in a list once, even if the list was reloaded meanwhile', async () => {
  const deletion = deferred<FakeResponse>();
  const page = ok([buildPost()], { nextCursor: null, total: 1 });
  serve({ 'GET /post/getAllPost': page, [`DELETE /post/delete/${id}`]: () => deletion.promise });
  const store = createStore();
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  const deleted = store.dispatch(deleteOwnPost(id));
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  deletion.resolve(fail(500, 'Something went wrong.'));
  await deleted;
  expect(selectPostList(store.getState(), 'latestPosts').ids).toEqual([id]);
});

it('The seats left in a webinar stay when it arrives as it was before', async () => {
  const webinar = buildWebinar({});
  serve({ 'GET /post/getAllPost': ok([buildPost({ postType: 'webinar', webinar })], { nextCursor: null, total: 1 }) });
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ postType: 'webinar', webinar })]));
  const loaded = store.dispatch(loadPostPage('latestPosts', {}, true));
  const counts = { averageRating: 0, ratingsCount: 0, webinar: { ...webinar, seatsLeft: 2 } };
  store.dispatch(postCounted({ postId: id, ...counts }));
  await loaded;
  expect(selectPost(store.getState(), id)?.webinar?.seatsLeft).toBe(2);
});

it('A number that was counted while a post loads stays, and its other numbers arrive', async () => {
  const loadedPost = buildPost({ likesCount: 9, commentsCount: 5, ratingsCount: 3 });
  const response = deferred<FakeResponse>();
  serve({ 'GET /post/getAllPost': () => response.promise });
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ likesCount: 3, commentsCount: 1, ratingsCount: 0 })]));
  const loaded = store.dispatch(loadPostPage('latestPosts', {}, true));
  store.dispatch(postCounted({ postId: id, commentsCount: 6 }));
  response.resolve(ok([loadedPost], { nextCursor: null, total: 1 }));
  await loaded;
  expect(selectPost(store.getState(), id)).toMatchObject({ likesCount: 9, commentsCount: 6, ratingsCount: 3 });
});

it('Likes that were counted while a post loads and the viewer likes it stay', async () => {
  const [page, like] = [deferred<FakeResponse>(), deferred<FakeResponse>()];
  serve({ 'GET /post/getAllPost': () => page.promise, 'POST /post/likeUnlike': () => like.promise });
  const store = createStore();
  store.dispatch(postsReceived([buildPost({ isLiked: false, likesCount: 3 })]));
  const loaded = store.dispatch(loadPostPage('latestPosts', {}, true));
  const liked = store.dispatch(setPostLiked(id, true));
  store.dispatch(likesCounted({ postId: id, likesCount: 7 }));
  page.resolve(ok([buildPost({ isLiked: false, likesCount: 3 })], { nextCursor: null, total: 1 }));
  await loaded;
  expect(selectPost(store.getState(), id)).toMatchObject({ isLiked: true, likesCount: 8 });
  like.resolve(fail(500, 'Something went wrong.'));
  await liked;
  expect(selectPost(store.getState(), id)).toMatchObject({ isLiked: false, likesCount: 7 });
});

const commentLiked = ok({ comment_id: commentId, isLiked: true, likesCount: 1 });

it('A comment stays liked when its post arrives as it was before', async () => {
  const { dispatch, comment, stored, receivePosts } = buildStore({ 'POST /post/likeAndUlikeComments': commentLiked });
  const loaded = dispatch(loadPostPage('latestPosts', {}, true));
  await dispatch(setCommentLiked(stored, true));
  receivePosts();
  await loaded;
  expect(comment()).toMatchObject({ commentLiked: true, likesCount: 1 });
});

it('In an older page of comments, a comment stays liked, and a new one stays', async () => {
  const { dispatch, comment, stored, threadIds, receiveComments } = buildStore({
    'POST /post/likeAndUlikeComments': commentLiked,
    'POST /post/addEditComment': ok(buildComment({ _id: idOf(201), comment: 'New' }), { commentsCount: 2 }),
  });
  const loaded = dispatch(loadThread(place, 10, false));
  await dispatch(setCommentLiked(stored, true));
  await dispatch(writeComment(place, idOf(1), { text: 'New', idempotencyKey: 'a' }));
  receiveComments();
  await loaded;
  expect(comment()).toMatchObject({ commentLiked: true, likesCount: 1 });
  expect(threadIds()).toEqual([commentId, idOf(201)]);
});

it('A deleted comment stays away', async () => {
  const removed = ok({ _id: commentId }, { commentsCount: 0 });
  const { dispatch, stored, threadIds, receiveComments } = buildStore({
    [`DELETE /post/deleteComment/${commentId}`]: removed,
  });
  const loaded = dispatch(loadThread(place, 10, false));
  await dispatch(removeComment(stored));
  receiveComments();
  await loaded;
  expect(threadIds()).toEqual([]);
});

it('A deleted comment stays away from a page that was requested while it was being deleted', async () => {
  const response = deferred<FakeResponse>();
  const { dispatch, stored, threadIds, receiveComments } = buildStore({
    [`DELETE /post/deleteComment/${commentId}`]: () => response.promise,
  });
  const removed = dispatch(removeComment(stored));
  const loaded = dispatch(loadThread(place, 10, false));
  response.resolve(ok({ _id: commentId }, { commentsCount: 0 }));
  await removed;
  receiveComments();
  await loaded;
  expect(threadIds()).toEqual([]);
});

it('An edited post and an edited comment stay when they arrive as they were before', async () => {
  const edited = { updatedAt: '2126-01-01T00:00:00.000Z' };
  const { dispatch, post, comment, stored, receivePosts } = buildStore({
    'POST /post/update': ok(buildPost({ description: 'Edited', ...edited })),
    'POST /post/addEditComment': ok(buildComment({ comment: 'Edited', ...edited }), { commentsCount: 1 }),
  });
  const loaded = dispatch(loadPostPage('latestPosts', {}, true));
  await dispatch(savePost({ _id: id, description: 'Edited' }));
  await dispatch(editComment(stored, 'Edited'));
  receivePosts();
  await loaded;
  expect(post()).toMatchObject({ description: 'Edited' });
  expect(comment()).toMatchObject({ comment: 'Edited' });
});

it('A page that a member has requested is not shown to the next one who signs in', async () => {
  const [late, gone, next] = [deferred<FakeResponse>(), buildOwnUser({ _id: idOf(7) }), buildOwnUser({ _id: idOf(8) })];
  const store = createStore();
  store.dispatch(startSession({ token: 'one', user: gone }));
  serve({ 'GET /post/getAllPost': () => late.promise });
  const requested = store.dispatch(loadPostPage('latestPosts', {}, true));
  serve({
    'POST /logout': ok(null),
    'GET /post/getAllPost': ok([buildPost({ _id: idOf(102) })], { nextCursor: null }),
  });
  store.dispatch(signOut());
  store.dispatch(startSession({ token: 'other', user: next }));
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  late.resolve(ok([buildPost({ _id: idOf(101) })], { nextCursor: null }));
  await requested;
  expect(selectPostList(store.getState(), 'latestPosts')).toMatchObject({ ids: [idOf(102)], status: 'ready' });
  expect(selectPost(store.getState(), idOf(101))).toBeUndefined();
});

it('A page that a guest has requested is not shown to the member who signs in', async () => {
  const late = deferred<FakeResponse>();
  const store = createStore();
  serve({ 'GET /post/getAllPost': () => late.promise });
  const requested = store.dispatch(loadPostPage('latestPosts', {}, true));
  store.dispatch(startSession({ token: 'one', user: buildOwnUser() }));
  late.resolve(ok([buildPost()], { nextCursor: null }));
  await requested;
  expect(selectPostList(store.getState(), 'latestPosts').ids).toEqual([]);
  expect(selectPost(store.getState(), id)).toBeUndefined();
});
