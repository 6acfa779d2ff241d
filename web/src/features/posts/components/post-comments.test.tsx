import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderPost, renderPostPage } from '#testing/render-post.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

async function chooseFromMenu(user: ReturnType<typeof renderPost>['user'], item: string) {
  await user.click(screen.getByRole('button', { name: 'Comment menu' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

describe('The comments of a post', () => {
  const comments = [1, 2, 3].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));

  it('are three in a list of posts, without a field for a new one, then all', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 5 }) });
    const { user } = renderPost({ comments, commentsCount: 5 });
    expect(screen.getAllByText(/^Comment \d$/)).toHaveLength(3);
    expect(screen.queryByPlaceholderText('Write a comment')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'See more (2 comments and replies)' }));
    expect(await screen.findByText('Comment 5')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('Comment 3').closest('li'));
  });
  it('are shortened in a list of posts, but not on the post’s own page', async () => {
    const long = { comments: [buildComment({ comment: `Glaze ${'word '.repeat(100)}end` })], commentsCount: 1 };
    const { user, unmount } = renderPost(long);
    expect(screen.queryByText(/end$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'See more' }));
    expect(screen.getByText(/Glaze .*end/)).toBeTruthy();
    unmount();
    renderPostPage(long);
    expect(screen.getByText(/Glaze .*end/)).toBeTruthy();
  });
  it('in a list of posts include the one that the viewer writes', async () => {
    const written = buildComment({ _id: idOf(205), user_id: idOf(9), comment: 'Mine' });
    serve({
      'POST /post/addEditComment': ok({ ...written, user: { ...written.user, _id: idOf(9) } }, { commentsCount: 5 }),
    });
    const { user } = renderPost({ comments, commentsCount: 4 });
    await user.click(screen.getByRole('button', { name: 'Write a comment' }));
    await user.type(screen.getByPlaceholderText('Write a comment'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Mine')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'See more (1)' })).toBeTruthy();
  });
  it('are three on the post’s own page, then all', async () => {
    const all = [1, 2, 3, 4, 5].map((n) => buildComment({ _id: idOf(200 + n), comment: `Comment ${n}` }));
    serve({ 'POST /post/commentsReplies': ok(all, { page: null, limit: 100, nextCursor: null, total: 5 }) });
    const { user } = renderPostPage({ comments, commentsCount: 5 });
    await user.click(screen.getByRole('button', { name: 'See more (2 comments and replies)' }));
    expect(await screen.findByText('Comment 5')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });
  it('show no See more when all are shown, even if the total counts replies too', async () => {
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
  it('are all shown by one click, even 120', async () => {
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
  it('show five replies, and all others by one click', async () => {
    const replies = Array.from({ length: 12 }, (_, at) =>
      buildComment({ _id: idOf(301 + at), parent_id: idOf(200), comment: `Reply ${at + 1}` }),
    );
    serve({
      'POST /post/commentsReplies': ({ search }) => {
        const [from, limit] = [Number(search.get('cursor') ?? 0), Number(search.get('limit'))];
        const next = from + limit < 12 ? String(from + limit) : null;
        return ok(replies.slice(from, from + limit), { page: null, limit, nextCursor: next, total: 12 });
      },
    });
    const { user } = renderPostPage({ comments: [buildComment({ repliesCount: 12 })], commentsCount: 13 });
    await user.click(screen.getByRole('button', { name: 'Show 12 replies' }));
    await screen.findByText('Reply 5');
    expect(screen.queryByText('Reply 6')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'See more (7)' }));
    expect(await screen.findByText('Reply 12')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more/ })).toBeNull();
  });
  it('drop See more for replies when all are shown, even if more were counted', async () => {
    const replies = [1, 2].map((n) =>
      buildComment({ _id: idOf(300 + n), parent_id: idOf(200), comment: `Reply ${n}` }),
    );
    serve({ 'POST /post/commentsReplies': ok(replies, { page: null, limit: 5, nextCursor: null, total: 2 }) });
    const { user } = renderPostPage({ comments: [buildComment({ repliesCount: 4 })], commentsCount: 5 });
    await user.click(screen.getByRole('button', { name: 'Show 4 replies' }));
    expect(await screen.findByText('Reply 2')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /See more|Show/ })).toBeNull();
  });
  it('that are not loaded are counted with their replies, and never wrongly', async () => {
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
  it('keep a rejected text, with the reason', async () => {
    serve({ 'POST /post/addEditComment': fail(429, 'Slow down.') });
    const { user } = renderPostPage({ comments, commentsCount: 3 });
    const field = screen.getByPlaceholderText('Write a comment');
    await user.type(field, 'Mine');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Slow down.')).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('Mine');
    expect(screen.queryByRole('listitem', { name: 'Mine' })).toBeNull();
  });
  it('can be deleted by their author and by the post’s author, and by nobody else', async () => {
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

describe('The viewer’s own comment', () => {
  const mine = buildComment({ _id: idOf(204), user_id: idOf(9), comment: 'Cone six' });
  const comments = [{ ...mine, user: { ...mine.user, _id: idOf(9) } }];

  it('is edited in place, and unsaved changes survive a reload', async () => {
    const first = renderPost({ comments, commentsCount: 1 });
    await chooseFromMenu(first.user, 'Edit');
    await first.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' or ten');
    first.unmount();
    const requests = serve({
      'POST /post/addEditComment': ok({ ...comments[0], comment: 'Cone six or ten' }, { commentsCount: 1 }),
    });
    const { user } = renderPost({ comments, commentsCount: 1 });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' }).value).toBe('Cone six or ten');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull());
    expect(screen.getByText('Cone six or ten')).toBeTruthy();
    expect(requests[0]?.body).toMatchObject({ comment_id: idOf(204), comment: 'Cone six or ten' });
    expect(localStorage.getItem(`draft:comment:edit:${idOf(9)}:${idOf(204)}`)).toBeNull();
  });
  it('keeps its text on Cancel, and cannot be saved empty', async () => {
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
