import type { Notification, NotificationSubject } from '@afterhours/contract/notifications/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildNotification, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { notificationArrived } from './notification-slice.ts';
import { NotificationPage } from './pages/notification-page.tsx';

const none = ok([], { nextCursor: null, total: 0 });
const aside = {
  'GET /recommendedToProfessionPeople': none,
  'GET /findColleagues': none,
  'GET /connections/get-invitaions': none,
};
const listOf = (...notifications: Notification[]) =>
  ok({ notifications, latestNotifications: [] }, { nextCursor: null, total: 1, totalLatestCount: 0 });
const subject: NotificationSubject = {
  about: 'post',
  commentId: null,
  text: 'First firing of the autumn glazes',
  deleted: false,
  files: false,
  picture: null,
};
const renderPage = (path = '/Notification') => renderAt(path, () => <NotificationPage />);

describe('A notification', () => {
  it('shows the name in bold, an excerpt, and the first picture of the post', async () => {
    const picture = { url: '/api/uploads/post/kiln.jpg', width: 1200, alt: 'A kiln' };
    const about = buildNotification({ kind: 'likedPost', subject: { ...subject, picture } });
    serve({ ...aside, 'GET /notification/': listOf(about) });
    renderPage();
    expect(await screen.findByText('First firing of the autumn glazes')).toBeTruthy();
    expect(screen.getByText('Jonas Weber').className).toContain('name');
    const thumb = document.querySelector('img[src="/api/uploads/post/kiln.jpg"]');
    expect(thumb?.getAttribute('alt')).toBe('');
  });

  it('shows that a message was deleted, or that it is a file', async () => {
    const messageSubject = { ...subject, about: 'message', text: null } as const;
    serve({
      ...aside,
      'GET /notification/': listOf(
        buildNotification({ subject: { ...messageSubject, deleted: true } }),
        buildNotification({ _id: idOf(301), subject: { ...messageSubject, files: true } }),
      ),
    });
    renderPage();
    expect(await screen.findByText('This message was deleted.')).toBeTruthy();
    expect(screen.getByText('Sent a file.')).toBeTruthy();
  });

  it('about a payout names its amount, in the row and its buttons', async () => {
    const price = { amount: 4550, currency: 'eur' };
    const about = buildNotification({
      type: 'event',
      kind: 'payoutRecorded',
      actor: null,
      price,
      link: '/me/earnings',
    });
    serve({ ...aside, 'GET /notification/': listOf(about) });
    renderPage();
    const text = 'The community has paid out €45.50 of your earnings';
    expect((await screen.findByRole('link', { name: /^Unread:/ })).textContent).toBe(`Unread: ${text}`);
    expect(screen.getByRole('button', { name: `Mark as read: ${text}` })).toBeTruthy();
  });

  it('has a Reply link that opens the comment', async () => {
    const comment = { ...subject, about: 'comment', commentId: idOf(78), text: 'Well said' } as const;
    const about = buildNotification({
      type: 'comment',
      kind: 'commented',
      subject: comment,
      action: 'reply',
      read: true,
    });
    serve({ ...aside, 'GET /notification/': listOf(about) });
    const { user, place } = renderPage();
    await user.click(await screen.findByRole('link', { name: 'Reply to Jonas' }));
    expect(place()).toBe('/activities');
    expect(screen.getByLabelText('Place').dataset['state']).toBe(JSON.stringify({ comment: idOf(78) }));
  });

  it('of an invitation can be answered in place', async () => {
    const invited = buildNotification({ type: 'connection', kind: 'invited', action: 'answer', read: true });
    const requests = serve({
      ...aside,
      'GET /notification/': listOf(invited),
      'GET /getProfile': ok(buildOwnUser()),
      'POST /connections/update-receive-req': ok({ connectionStatus: 'connected' }),
    });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: 'Accept the invitation from Jonas Weber' }));
    expect(await screen.findByText('You are connected.')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      from_user_id: idOf(2),
      status: 'accepted',
    });
  });

  it('of an ignored invitation keeps the focus in its row', async () => {
    const invited = buildNotification({ type: 'connection', kind: 'invited', action: 'answer', read: true });
    serve({
      ...aside,
      'GET /notification/': listOf(invited),
      'GET /getProfile': ok(buildOwnUser()),
      'POST /connections/update-receive-req': ok({ connectionStatus: 'none' }),
    });
    const { user } = renderPage();
    const ignore = await screen.findByRole('button', { name: 'Ignore the invitation from Jonas Weber' });
    const row = ignore.closest('li');
    await user.click(ignore);
    await waitFor(() => expect(ignore.isConnected).toBe(false));
    expect(row?.contains(document.activeElement)).toBe(true);
  });

  it('of a new follower offers to follow back', async () => {
    writeSession('abc', buildOwnUser());
    const followed = buildNotification({ type: 'follow', kind: 'followed', action: 'follow', read: true });
    serve({
      ...aside,
      'GET /notification/': listOf(followed),
      'GET /getProfile': ok(buildOwnUser()),
      'POST /follow/followUnfollowUser': ok({ following: true }),
    });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: 'Follow Jonas Weber' }));
    expect(await screen.findByRole('button', { name: 'Following Jonas Weber' })).toBeTruthy();
  });
});

describe('The notifications of one kind', () => {
  const network = buildNotification({ _id: idOf(310), type: 'follow', content: 'Mei has Followed you', read: true });
  const like = buildNotification({ _id: idOf(311), content: 'Ben liked your post', read: true });

  it('are chosen by a button, named in the URL, and exclude other kinds that arrive', async () => {
    const requests = serve({
      ...aside,
      'GET /notification/': ({ search }) =>
        search.get('kind') === 'network' ? listOf(network) : listOf(network, like),
    });
    const { user, store } = renderPage();
    await screen.findByText('Ben liked your post');
    await user.click(screen.getByRole('button', { name: 'Network' }));
    await waitFor(() => expect(screen.queryByText('Ben liked your post')).toBeNull());
    expect(await screen.findByText('Mei has Followed you')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Network', pressed: true })).toBeTruthy();
    expect(requests.filter(({ path }) => path === '/notification/')).toHaveLength(2);
    const arrived = buildNotification({ _id: idOf(312), content: 'Ana liked your post' });
    act(() => void store.dispatch(notificationArrived({ notification: arrived, unread: 1 })));
    expect(screen.queryByText('Ana liked your post')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(await screen.findByText('Ben liked your post')).toBeTruthy();
  });

  it('are chosen by the URL, and an empty kind offers a way back to all', async () => {
    serve({ ...aside, 'GET /notification/': ({ search }) => (search.get('kind') ? listOf() : listOf(like)) });
    const { user } = renderPage('/Notification?kind=events');
    expect(await screen.findByText('Nothing of this kind yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Ben liked your post')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.closest('[data-row]')).toBeTruthy());
  });

  it('are not replaced by a late response for another kind', async () => {
    const late = deferred<FakeResponse>();
    serve({ ...aside, 'GET /notification/': ({ search }) => (search.get('kind') ? listOf(network) : late.promise) });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: 'Network' }));
    await screen.findByText('Mei has Followed you');
    await act(async () => late.resolve(listOf(like)));
    expect(screen.queryByText('Ben liked your post')).toBeNull();
    expect(screen.getByText('Mei has Followed you')).toBeTruthy();
  });
});
