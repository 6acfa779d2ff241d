import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderPost, renderPostPage } from '#testing/render-post.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

describe('A post', () => {
  it.each([
    ['general', 120],
    ['webinar', 120],
    ['job', 500],
  ] as const)('of type %s shows %d characters until See more, and See less reverses it', async (postType, max) => {
    const { card, user } = renderPost({ postType, title: 'Title', description: 'x'.repeat(max + 20) });
    expect(within(card).getByText(`${'x'.repeat(max)}…`, { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'See more' }));
    expect(within(card).getByText('x'.repeat(max + 20), { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'See less' }));
    expect(screen.getByRole('button', { name: 'See more' })).toBeTruthy();
  });
  it('shows guests when a webinar starts, but no way to pay', () => {
    localStorage.clear();
    const startsAt = '2099-12-24T18:30:00.000Z';
    const { card } = renderPost({ postType: 'webinar', title: 'Title', startsAt });
    expect(card.querySelector(`time[datetime="${startsAt}"]`)).toBeTruthy();
    expect(within(card).queryByRole('button', { name: /Pay/ })).toBeNull();
  });
  it('has no See more if everything is shown', () => {
    renderPost({ description: 'x'.repeat(120) });
    expect(screen.queryByRole('button', { name: 'See more' })).toBeNull();
  });
  it('links to its author, and opens links in its text in another tab', () => {
    renderPost({
      description: 'See https://a.example/x and #kiln, @mei and @nobody',
      mentions: [{ start: 35, length: 4, user: { _id: idOf(7), username: 'mei_lin' } }],
    });
    expect(screen.getByRole('link', { name: 'Ana Reyes' }).getAttribute('href')).toBe(
      `/results/view-profile/${idOf(1)}`,
    );
    const link = screen.getByRole('link', { name: 'https://a.example/x' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.getByRole('link', { name: '#kiln' }).getAttribute('href')).toBe('/home?hashtag=kiln');
    // The name stays as it was written; the link leads to the member, whatever their current username.
    expect(screen.getByRole('link', { name: '@mei' }).getAttribute('href')).toBe('/@mei_lin');
    expect(screen.queryByRole('link', { name: '@nobody' })).toBeNull();
  });
  it('A post is named after its author, whose avatar is a link without a separate tab stop', () => {
    const { card } = renderPost();
    expect(screen.getByRole('article', { name: 'Ana Reyes' })).toBe(card);
    expect(within(card).getByRole('heading', { name: 'Ana Reyes' })).toBeTruthy();
    const face = card.querySelector('header a[aria-hidden]');
    expect(face?.getAttribute('href')).toBe(`/results/view-profile/${idOf(1)}`);
    expect(face?.getAttribute('tabindex')).toBe('-1');
  });
  it('The comment count of a post opens all comments', async () => {
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
  const sharing = ['Copy link', 'Send by email'];

  it('can be deleted only by members whom the server allows to, after a confirmation', async () => {
    const nobody = renderPost({ viewerCan: { edit: false, delete: false, report: false } });
    await nobody.user.click(screen.getByRole('button', { name: 'Post menu' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(sharing);
    nobody.unmount();
    const { unmount, user: other } = renderPost();
    await other.click(screen.getByRole('button', { name: 'Post menu' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      ...sharing,
      'Mute Ana',
      'No notifications about this post',
      'Report',
    ]);
    unmount();
    serve({ [`DELETE /post/delete/${idOf(100)}`]: ok({ _id: idOf(100) }) });
    const { user } = renderPost({ viewerCan: { edit: true, delete: true, report: false } });
    await user.click(screen.getByRole('button', { name: 'Post menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete post' }));
    expect(screen.getByRole('article')).toBeTruthy();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
  it('says before a job is deleted that its applications are deleted, too', async () => {
    const { user } = renderPost({ postType: 'job', viewerCan: { edit: true, delete: true, report: false } });
    await user.click(screen.getByRole('button', { name: 'Post menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete post' }));
    expect(screen.getByRole('alertdialog').textContent).toContain('Its applications, comments, likes and pictures');
  });
  it('is liked at once, and no longer when the server rejects it', async () => {
    serve({ 'POST /post/likeUnlike': fail(503, 'Busy.') });
    const { user } = renderPost();
    await user.click(screen.getByRole('button', { name: 'Like' }));
    await screen.findByText('3 likes');
    expect(screen.getByRole('button', { name: 'Like' }).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('The rating of a post', () => {
  const rated = { 'PUT /post/rating': ok({ _id: idOf(100), ratingOfPost: 3, averageRating: 3, ratingsCount: 1 }) };

  it('needs Enter on the keyboard: arrows send nothing, Enter sends one rating and returns the focus', async () => {
    const requests = serve(rated);
    const { user, card } = renderPost();
    within(card).getByRole('button', { name: 'Rate' }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(requests).toHaveLength(0);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('radio')).toBeNull();
    const own = await within(card).findByRole('button', { name: 'Rated 3' });
    expect(document.activeElement).toBe(own);
    expect(requests.map(({ body }) => (body as { rating: number }).rating)).toEqual([3]);
    expect(within(card).getByText('3.0 (1)')).toBeTruthy();
  });
  it('is left unchanged by Escape', async () => {
    const requests = serve(rated);
    const { user, card } = renderPost();
    await user.click(within(card).getByRole('button', { name: 'Rate' }));
    await user.keyboard('{ArrowRight}{Escape}{Escape}');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: 'Rate' }));
    expect(requests).toHaveLength(0);
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
