import type { Post } from '@afterhours/contract/posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { postsReceived, splitPosts } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PostCard } from './post-card.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

function renderPost(changes: Partial<Post> = {}) {
  const app = renderAt('/home', (store) => {
    store.dispatch(postsReceived(splitPosts([buildPost(changes)])));
    return <PostCard id={idOf(100)} />;
  });
  return { ...app, card: screen.getByRole('article') };
}

/** On the post's own page. */
function renderPostPage(changes: Partial<Post> = {}) {
  const app = renderAt('/activities', (store) => {
    store.dispatch(postsReceived(splitPosts([buildPost(changes)])));
    return (
      <FullPost value={idOf(100)}>
        <PostCard id={idOf(100)} />
      </FullPost>
    );
  });
  return { ...app, card: screen.getByRole('article') };
}

async function chooseFromMenu(user: ReturnType<typeof renderPost>['user'], item: string) {
  await user.click(screen.getByRole('button', { name: 'Comment menu' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('A post', () => {
  it.each([
    ['general', 120],
    ['webinar', 120],
    ['job', 500],
  ] as const)('of type %s shows %d characters until See more, and See less again', async (postType, max) => {
    const { card, user } = renderPost({ postType, title: 'Title', description: 'x'.repeat(max + 20) });
    expect(within(card).getByText(`${'x'.repeat(max)}…`, { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'See more' }));
    expect(within(card).getByText('x'.repeat(max + 20), { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'See less' }));
    expect(screen.getByRole('button', { name: 'See more' })).toBeTruthy();
  });
  it('has no See more when all is shown', () => {
    renderPost({ description: 'x'.repeat(120) });
    expect(screen.queryByRole('button', { name: 'See more' })).toBeNull();
  });
  it('leads to its author, and opens links of its text elsewhere', () => {
    renderPost({ description: 'See https://a.example/x and #kiln' });
    expect(screen.getByRole('link', { name: 'Ana Reyes' }).getAttribute('href')).toBe(
      `/results/view-profile/${idOf(1)}`,
    );
    const link = screen.getByRole('link', { name: 'https://a.example/x' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.getByRole('link', { name: '#kiln' }).getAttribute('href')).toBe('/home?hashtag=kiln');
  });
  it('A post is named by its author, whose face leads to them without a tab stop of its own', () => {
    const { card } = renderPost();
    expect(screen.getByRole('article', { name: 'Ana Reyes' })).toBe(card);
    expect(within(card).getByRole('heading', { name: 'Ana Reyes' })).toBeTruthy();
    const face = card.querySelector('header a[aria-hidden]');
    expect(face?.getAttribute('href')).toBe(`/results/view-profile/${idOf(1)}`);
    expect(face?.getAttribute('tabindex')).toBe('-1');
  });
  it('The number of comments of a post opens all of them', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 5 }) });
    const { user } = renderPost({ comments: all.slice(0, 3), commentsCount: 5 });
    await user.click(screen.getByRole('button', { name: '5 comments' }));
    expect(await screen.findByText('Comment 5')).toBeTruthy();
  });
  it('A post on its own page is shown in full', () => {
    const text = 'word '.repeat(60).trim();
    renderPostPage({ description: text });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'See more' })).toBeNull();
  });
  it('of a job shows openings and salary', () => {
    renderPost({ postType: 'job', title: 'Layout', opening: '2', salary: '35 an hour' });
    expect(screen.getByText('Openings').nextElementSibling?.textContent).toBe('2');
    expect(screen.getByText('Salary').nextElementSibling?.textContent).toBe('35 an hour');
  });
  it('can be deleted only by members whom the server allows to, after a question', async () => {
    const nobody = renderPost({ viewerCan: { edit: false, delete: false, report: false } });
    expect(screen.queryByRole('button', { name: 'Post menu' })).toBeNull();
    nobody.unmount();
    const { unmount, user: other } = renderPost();
    await other.click(screen.getByRole('button', { name: 'Post menu' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Copy link', 'Report']);
    unmount();
    serve({ [`DELETE /post/delete/${idOf(100)}`]: ok({ _id: idOf(100) }) });
    const { user } = renderPost({ viewerCan: { edit: true, delete: true, report: false } });
    await user.click(screen.getByRole('button', { name: 'Post menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete post' }));
    expect(screen.getByRole('article')).toBeTruthy();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
  it('is liked at once, and not any more when refused', async () => {
    serve({ 'POST /post/likeUnlike': fail(503, 'Busy.') });
    const { user } = renderPost();
    await user.click(screen.getByRole('button', { name: 'Like' }));
    await screen.findByText('3 likes');
    expect(screen.getByRole('button', { name: 'Like' }).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('The rating of a post', () => {
  const rated = { 'PUT /post/rating': ok({ _id: idOf(100), ratingOfPost: 3, averageRating: 3, ratingsCount: 1 }) };

  it('is chosen by keyboard on purpose: arrows send nothing, Enter sends one and gives the focus back', async () => {
    const asked = serve(rated);
    const { user, card } = renderPost();
    within(card).getByRole('button', { name: 'Rate' }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(asked).toHaveLength(0);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('radio')).toBeNull();
    const own = await within(card).findByRole('button', { name: 'Rated 3' });
    expect(document.activeElement).toBe(own);
    expect(asked.map(({ body }) => (body as { rating: number }).rating)).toEqual([3]);
    expect(within(card).getByText('3.0 (1)')).toBeTruthy();
  });
  it('is left as it was by Escape', async () => {
    const asked = serve(rated);
    const { user, card } = renderPost();
    await user.click(within(card).getByRole('button', { name: 'Rate' }));
    await user.keyboard('{ArrowRight}{Escape}{Escape}');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: 'Rate' }));
    expect(asked).toHaveLength(0);
  });
  it('can be removed', async () => {
    serve({
      [`DELETE /post/rating/${idOf(100)}`]: ok({ _id: idOf(100), ratingOfPost: 0, averageRating: 0, ratingsCount: 0 }),
    });
    const { user, card } = renderPost({ ratingOfPost: 4, averageRating: 4, ratingsCount: 1 });
    await user.click(within(card).getByRole('button', { name: 'Rated 4' }));
    await user.click(screen.getByRole('button', { name: 'Remove rating' }));
    expect(await within(card).findByRole('button', { name: 'Rate' })).toBeTruthy();
  });
});

describe('The comments of a post', () => {
  const comments = [1, 2, 3].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));

  it('are folded to the first in a list of posts, then all', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 5 }) });
    const { user } = renderPost({ comments, commentsCount: 5 });
    expect(screen.getByText('Comment 1')).toBeTruthy();
    expect(screen.queryByText('Comment 2')).toBeNull();
    expect(screen.queryByPlaceholderText('Write a comment')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'View all 5 comments' }));
    expect(await screen.findByText('Comment 5')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /View all|See more/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('Comment 1').closest('li'));
  });
  it('that are folded show the one that the viewer writes', async () => {
    const written = buildComment({ _id: idOf(204), user_id: idOf(9), comment: 'Mine' });
    serve({
      'POST /post/addEditComment': ok({ ...written, user: { ...written.user, _id: idOf(9) } }, { commentsCount: 4 }),
    });
    const { user } = renderPost({ comments, commentsCount: 3 });
    await user.click(screen.getByRole('button', { name: 'Write a comment' }));
    await user.type(screen.getByPlaceholderText('Write a comment'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Mine')).toBeTruthy();
    expect(screen.queryByText('Comment 3')).toBeNull();
    expect(screen.getByRole('button', { name: 'View all 4 comments' })).toBeTruthy();
  });
  it('are three on the page of the post, then all', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 5 }) });
    const { user } = renderPostPage({ comments, commentsCount: 5 });
    await user.click(screen.getByRole('button', { name: 'See more (2 comments and replies)' }));
    expect(await screen.findByText('Comment 5')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });
  it('Comments with many replies have no See more when all are shown, whatever the total counts', async () => {
    const all = Array.from({ length: 9 }, (_, at) =>
      buildComment({ _id: idOf(201 + at), comment: `Comment ${at + 1}`, repliesCount: at === 0 ? 8 : 0 }),
    );
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 17 }) });
    const { user } = renderPostPage({ comments: all.slice(0, 3), commentsCount: 17 });
    await user.click(screen.getByRole('button', { name: 'See more (6 comments and replies)' }));
    expect(await screen.findByText('Comment 9')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Show 8 replies' })).toBeTruthy();
  });
  it('120 comments of a post are all shown by one press', async () => {
    const all = Array.from({ length: 120 }, (_, at) =>
      buildComment({ _id: idOf(201 + at), comment: `Comment ${at + 1}` }),
    );
    serve({
      'POST /post/commentsReplies': ({ search }) =>
        search.has('cursor')
          ? ok(all.slice(100), { page: null, limit: 100, nextCursor: null, total: 120 })
          : ok(all.slice(0, 100), { page: null, limit: 100, nextCursor: 'next', total: 120 }),
    });
    const { user } = renderPostPage({ comments: all.slice(0, 3), commentsCount: 120 });
    await user.click(screen.getByRole('button', { name: 'See more (117 comments and replies)' }));
    expect(await screen.findByText('Comment 120')).toBeTruthy();
    expect(screen.getByText('Comment 100')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });
  it('The replies of a comment: See more goes when all are shown, though more were counted', async () => {
    const replies = [1, 2].map((n) =>
      buildComment({ _id: idOf(300 + n), parent_id: idOf(200), comment: `Reply ${n}` }),
    );
    serve({ 'POST /post/commentsReplies': ok(replies, { page: null, limit: 5, nextCursor: null, total: 2 }) });
    const { user } = renderPostPage({ comments: [buildComment({ repliesCount: 4 })], commentsCount: 5 });
    await user.click(screen.getByRole('button', { name: 'Show 4 replies' }));
    expect(await screen.findByText('Reply 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more|Show/ })).toBeNull();
  });
  it('that are left are counted with their replies until they are loaded, and never wrongly', async () => {
    const answered = comments.map((comment, at) => ({ ...comment, repliesCount: at === 0 ? 2 : 0 }));
    serve({});
    const first = renderPostPage({ comments: answered, commentsCount: 12 });
    expect(screen.getByRole('button', { name: 'See more (7 comments and replies)' })).toBeTruthy();
    first.unmount();
    const second = renderPostPage({ comments: answered, commentsCount: 6 });
    expect(screen.getByRole('button', { name: 'See more (1)' })).toBeTruthy();
    second.unmount();
    renderPostPage({ comments: answered, commentsCount: 5 });
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });
  it('cannot be empty', async () => {
    serve({});
    const { user } = renderPostPage({ comments, commentsCount: 3 });
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(screen.getByText('Comment is required')).toBeTruthy();
    await user.type(screen.getByPlaceholderText('Write a comment'), 'W');
    expect(screen.queryByText('Comment is required')).toBeNull();
  });
  it('give a refused text back with the reason', async () => {
    serve({ 'POST /post/addEditComment': fail(429, 'Slow down.') });
    const { user } = renderPostPage({ comments, commentsCount: 3 });
    const field = screen.getByPlaceholderText('Write a comment');
    await user.type(field, 'Mine');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Slow down.')).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('Mine');
    expect(screen.queryByRole('listitem', { name: 'Mine' })).toBeNull();
  });
  it('can be deleted by their author and by the author of the post, by nobody else', async () => {
    const mine = buildComment({ _id: idOf(204), user_id: idOf(9) });
    const own = { ...mine, user: { ...mine.user, _id: idOf(9) } };
    const itemsOfMenus = async (user: ReturnType<typeof renderPost>['user']) => {
      const found: string[][] = [];
      for (const menu of screen.getAllByRole('button', { name: 'Comment menu' })) {
        await user.click(menu);
        found.push(screen.getAllByRole('menuitem').map(({ textContent }) => textContent));
        await user.keyboard('{Escape}');
      }
      return found;
    };
    const { user, unmount } = renderPostPage({ comments: [buildComment(), own], commentsCount: 2 });
    expect(await itemsOfMenus(user)).toEqual([['Report'], ['Edit', 'Delete']]);
    unmount();
    const author = { user_id: idOf(9), user: { ...buildPost().user, _id: idOf(9) } };
    const mineToo = renderPostPage({ ...author, comments: [buildComment()], commentsCount: 1 });
    expect(await itemsOfMenus(mineToo.user)).toEqual([['Delete', 'Report']]);
  });
});

describe('The own comment', () => {
  const mine = buildComment({ _id: idOf(204), user_id: idOf(9), comment: 'Cone six' });
  const comments = [{ ...mine, user: { ...mine.user, _id: idOf(9) } }];

  it('is edited in place; what is not saved comes back after a reload', async () => {
    const first = renderPost({ comments, commentsCount: 1 });
    await chooseFromMenu(first.user, 'Edit');
    await first.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' or ten');
    first.unmount();
    const asked = serve({
      'POST /post/addEditComment': ok({ ...comments[0], comment: 'Cone six or ten' }, { commentsCount: 1 }),
    });
    const { user } = renderPost({ comments, commentsCount: 1 });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' }).value).toBe('Cone six or ten');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull());
    expect(screen.getByText('Cone six or ten')).toBeTruthy();
    expect(asked[0]?.body).toMatchObject({ comment_id: idOf(204), comment: 'Cone six or ten' });
    expect(localStorage.getItem(`draft:comment:edit:${idOf(9)}:${idOf(204)}`)).toBeNull();
  });
  it('keeps its text when Cancel is pressed, and cannot be saved empty', async () => {
    serve({});
    const { user } = renderPost({ comments, commentsCount: 1 });
    await chooseFromMenu(user, 'Edit');
    await user.clear(screen.getByRole('textbox', { name: 'Edit comment' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Comment is required')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Cone six')).toBeTruthy();
  });
});

it('A post keeps its unsent comment', async () => {
  const first = renderPost();
  await first.user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await first.user.type(screen.getByPlaceholderText('Write a comment'), 'Half a th');
  first.unmount();
  renderPost();
  expect(screen.getByPlaceholderText<HTMLTextAreaElement>('Write a comment').value).toBe('Half a th');
});

it('Editing a post keeps its type, removes a picture, and leaves the rest as it was', async () => {
  const { EditPost } = await import('../writing/edit-post.tsx');
  const picture = (n: number) => ({
    _id: idOf(600 + n),
    filename: `p${n}.jpg`,
    filetype: 'image' as const,
    width: 10,
    height: 10,
    placeholder: '',
    alt: `Bowl ${n}`,
    url: `/p${n}.jpg`,
  });
  const { user: _user, comments: _comments, ...post } = buildPost({ attachments: [picture(1), picture(2)] });
  const asked = serve({ 'POST /post/update': ok(buildPost()) });
  const { user } = renderAt('/home', () => <EditPost post={post} open onClose={() => undefined} />);
  expect(screen.getByLabelText<HTMLSelectElement>(/Type/).disabled).toBe(true);
  // There is nothing to discard yet.
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: /Remove/ })[0] ?? document.body);
  expect(screen.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
  const description = screen.getByLabelText(/Description/);
  await user.clear(description);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please enter description')).toBeTruthy();
  await user.type(description, 'One bowl');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({
    _id: idOf(100),
    description: 'One bowl',
    removeFiles: [idOf(601)],
    filenames: [],
  });
  await act(async () => undefined);
});
