/** The specification's error catalogue, one test per row. Rows that depend on a screen are tested on that screen. */
import { act, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import { postsReceived } from '#entities/posts/entities.ts';
import { deleteOwnPost, savePost } from '#entities/posts/post-commands.ts';
import { applyForJob } from '#features/applications/application-commands.ts';
import { removeComment } from '#features/comments/comment-commands.ts';
import { invite } from '#features/connections/connection-commands.ts';
import { PostList } from '#features/feed/components/post-list.tsx';
import { loadPostPage } from '#features/feed/feed-commands.ts';
import { setFollowing } from '#features/follow/follow-commands.ts';
import { addHashtag, loadHashtags } from '#features/hashtags/hashtag-commands.ts';
import { EditPost } from '#features/posts/writing/edit-post.tsx';
import { deleteEntry, saveEntry } from '#features/profile/entry-commands.ts';
import { loadMember, saveProfile } from '#features/profile/profile-commands.ts';
import { ratePost } from '#features/ratings/rating-commands.ts';
import { loadPopularPosts } from '#features/sidebar/popular-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import type { AppThunk } from '#lib/store.ts';
import { buildComment, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { SessionWatch } from '../live/session-watch.tsx';
import { AppRoutes } from './routes.tsx';

vi.mock('../live/realtime-bridge.tsx', () => ({ RealtimeBridge: () => null }));

const post = buildPost({ commentsCount: 1, comments: [buildComment()] });
const busy = fail(503, 'Busy right now.');
const okWith = (message: string, body: object = {}): FakeResponse => ({
  body: { status: 200, success: true, message, body },
});

type Spy = Mock<typeof toast.error>;
let succeeded: Spy;
let failed: Spy;

beforeEach(() => {
  writeSession('abc', buildOwnUser());
  succeeded = vi.spyOn(toast, 'success');
  failed = vi.spyOn(toast, 'error');
});
afterEach(() => toast.remove());

/** Renders the application around a command and runs the command against the given responses. */
async function run(at: string, command: AppThunk<Promise<unknown>>, responses: Record<string, FakeResponse>) {
  serve({ 'GET /getProfile': ok(buildOwnUser()), ...responses });
  const drawn = renderAt(at, () => <SessionWatch />);
  drawn.store.dispatch(postsReceived([post]));
  await act(async () => void (await drawn.store.dispatch(command)));
  return drawn;
}

const shown = (spy: Spy) => spy.mock.calls.map(([message, options]) => [message, options?.position]);

describe('A 401 response leads to the login page and removes the token', () => {
  const dead = fail(401, 'Please sign in to continue.');
  const rows: [string, AppThunk<Promise<unknown>>, Record<string, FakeResponse>][] = [
    ['on feed load', loadPostPage('posts', {}, true), { 'GET /post/getAllPost': dead }],
    ['on post edit', savePost({ _id: post._id, description: 'New' }), { 'POST /post/update': dead }],
    ['on recommendations', loadSuggestions('recommended', true), { 'GET /recommendedToProfessionPeople': dead }],
    ['on follow', setFollowing(idOf(5), true), { 'POST /follow/followUnfollowUser': dead }],
    ['on rating', ratePost(post, 4), { 'PUT /post/rating': dead }],
    ['on a profile read', loadMember(idOf(5)), { [`GET /users/${idOf(5)}`]: dead }],
    ['on a profile change', saveProfile({ country: 'Chile' }), { 'PUT /updateProfile': dead }],
    ['on a goal', deleteEntry('goals', idOf(5)), { [`DELETE /goal/delete/${idOf(5)}`]: dead }],
    ['on an invitation', invite(idOf(5), ''), { 'POST /connections/send-req': dead }],
  ];
  it.each(rows)('%s', async (_row, command, responses) => {
    const { place } = await run('/terms-condition', command, { ...responses, 'GET /getProfile': dead });
    await waitFor(() => expect(place()).toBe('/Login'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('The toast for', () => {
  const rows: [string, AppThunk<Promise<unknown>>, string][] = [
    ['profile', saveProfile({ country: 'Chile' }), 'PUT /updateProfile'],
    ['education', deleteEntry('educations', idOf(5)), `DELETE /education/delete/${idOf(5)}`],
    ['experience', deleteEntry('experiences', idOf(5)), `DELETE /experience/delete/${idOf(5)}`],
    ['skill', saveEntry('skills', undefined, { title: 'Glazing' }), 'POST /skill/create'],
  ];
  it.each(rows)('%s shows the server’s success and failure messages', async (_row, command, path) => {
    await run('/home', command, { [path]: busy });
    await run('/home', command, { [path]: okWith('Done as asked.', buildOwnUser()) });
    expect(shown(failed)).toEqual([['Busy right now.', 'bottom-left']]);
    expect(shown(succeeded)).toEqual([['Done as asked.', 'bottom-left']]);
  });
  it('a failed invitation does not appear; the failure is logged', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await run('/home', invite(idOf(5), ''), { 'POST /connections/send-req': busy });
    expect(info).toHaveBeenCalledWith('Invitations: Busy right now.');
    expect(failed).not.toHaveBeenCalled();
  });
  it('a failed follow shows the server’s message at bottom-left', async () => {
    await run('/find', setFollowing(idOf(5), true), { 'POST /follow/followUnfollowUser': busy });
    expect(shown(failed)).toEqual([['Busy right now.', 'bottom-left']]);
  });
  it('a successful follow shows “Now following {firstName} {lastName}.”', async () => {
    const response = {
      body: {
        status: 200,
        success: true,
        message: 'Now following Mira Lind.',
        body: { following: true, follow_user_id: idOf(5), followersCount: 1 },
      },
    };
    await run('/find', setFollowing(idOf(5), true), { 'POST /follow/followUnfollowUser': response });
    expect(shown(succeeded)).toEqual([['Now following Mira Lind.', 'bottom-left']]);
  });
  it.each([
    ['works', { body: { status: 200, success: true, message: 'Post saved.', body: post } }, 'Post saved.'],
    ['fails', busy, 'Busy right now.'],
  ])('a post edit that %s shows the server’s message at top-right', async (_how, response, message) => {
    serve({ 'POST /post/update': response });
    const { user } = renderAt('/home', () => <EditPost post={post} open onClose={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect([...shown(succeeded), ...shown(failed)]).toEqual([[message, 'top-right']]));
  });
  it('a deleted post, or a refused deletion, shows the server’s message at bottom-left', async () => {
    const path = `DELETE /post/delete/${post._id}`;
    await run('/home', deleteOwnPost(post._id), { [path]: busy });
    await run('/home', deleteOwnPost(post._id), { [path]: okWith('Post deleted.') });
    expect(shown(failed)).toEqual([['Busy right now.', 'bottom-left']]);
    expect(shown(succeeded)).toEqual([['Post deleted.', 'bottom-left']]);
  });
  it('a comment that cannot be deleted shows the server’s message at bottom-left', async () => {
    const comment = { ...buildComment(), user: idOf(1) };
    await run('/home', removeComment(comment), { [`DELETE /post/deleteComment/${comment._id}`]: busy });
    expect(shown(failed)).toEqual([['Busy right now.', 'bottom-left']]);
  });
  it('a job application shows “Job applied successfully”', async () => {
    const applied = { words: '', answers: [], cv: null };
    const mine = { _id: idOf(300), status: 'sent', statusAt: '2026-11-23T20:00:00.000Z' };
    await run('/home', applyForJob(post, applied), { [`POST /jobs/${post._id}/applications`]: ok(mine) });
    await run('/home', applyForJob(post, applied), {
      [`POST /jobs/${post._id}/applications`]: fail(422, 'This is your own job.'),
    });
    expect(shown(succeeded).map(([message]) => message)).toEqual(['Job applied successfully']);
    // The form shows the failure.
    expect(shown(failed)).toEqual([]);
  });
  it('a new hashtag shows the server’s message at top-center', async () => {
    const none = ok([], { page: null, limit: 20, nextCursor: null });
    const responses = {
      'POST /hashtag/createHashtag': okWith('Hashtag created.'),
      'GET /hashtag/getAllHashtags': none,
    };
    await run('/home', addHashtag('glaze'), responses);
    expect(shown(succeeded)).toEqual([['Hashtag created.', 'top-center']]);
  });
});

describe('A failure that is only logged', () => {
  it.each<[string, AppThunk<Promise<unknown>>, string]>([
    ['a list of hashtags that fails', loadHashtags(), 'GET /hashtag/getAllHashtags'],
    ['recommendations that fail', loadSuggestions('recommended', true), 'GET /recommendedToProfessionPeople'],
    ['popular posts that fail', loadPopularPosts(), 'GET /post/popular'],
  ])('%s', async (_row, command, path) => {
    vi.spyOn(console, 'info').mockReturnValue(undefined);
    await run('/home', command, { [path]: busy });
    expect([...shown(failed), ...shown(succeeded)]).toEqual([]);
  });
});

describe('A page that cannot be shown', () => {
  it('redirects from /home to / without a stored token, and clears token and user', async () => {
    localStorage.removeItem('token');
    serve({});
    const { place } = renderAt('/home', () => <AppRoutes />);
    await waitFor(() => expect(place()).toBe('/'));
    expect(localStorage.getItem('token')).toBeNull();
  });
  it('shows “Page Not Found” with a link home for an unknown path', async () => {
    serve({ 'GET /getProfile': ok(buildOwnUser()) });
    renderAt('/no/such/page', () => <AppRoutes />);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back To Home' }).getAttribute('href')).toBe('/home');
  });
});

describe('An empty feed', () => {
  it('shows “No Post Found”', async () => {
    const empty = ok([], { page: null, limit: 10, nextCursor: null });
    serve({ 'GET /getProfile': ok(buildOwnUser()), 'GET /post/getAllPost': empty });
    renderAt('/home', () => <PostList list="posts" query={{}} empty={{ text: 'No posts yet. Be the first.' }} />);
    expect(await screen.findByText('No Post Found')).toBeTruthy();
  });
});
