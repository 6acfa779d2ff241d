import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { userReceived } from '#features/account/auth-slice.ts';
import { buildNotification, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { groupByDay } from './days.ts';
import { loadNotifications, receiveUnread } from './notification-commands.ts';
import { notificationArrived, selectUnread } from './notification-slice.ts';
import { NotificationPage } from './pages/notification-page.tsx';

const read = buildNotification({ _id: idOf(301), read: true, content: 'Mei liked your post' });
const unread = buildNotification();
const list = ok(
  { notifications: [unread, read], latestNotifications: [unread] },
  { page: null, limit: 30, nextCursor: null, total: 2, totalLatestCount: 1 },
);

const none = ok([], { nextCursor: null, total: 0 });
const aside = {
  'GET /recommendedToProfessionPeople': none,
  'GET /findColleagues': none,
  'GET /connections/get-invitaions': none,
};
const page = () => (
  <>
    <NotificationPage />
    <Toaster />
  </>
);

beforeEach(() => toast.remove());

describe('Notifications', () => {
  it('are grouped as unread and earlier, and move when they are read', async () => {
    const requests = serve({
      ...aside,
      'GET /notification/': list,
      [`PUT /notification/update/${unread._id}`]: ok({ ...unread, read: true }, { totalLatestCount: 0 }),
    });
    const { user, place } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('link', { name: /Unread:\s*Jonas Weber liked your post/ }));
    expect(place()).toBe('/activities');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unread' })).toBeNull());
    expect(requests.at(-1)?.method).toBe('PUT');
  });
  it('are unread again when the server rejects marking all', async () => {
    serve({ ...aside, 'GET /notification/': list, 'PUT /notification/update-all': fail(503, 'Busy.') });
    const { user, store } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(store.getState().notification?.totalLatestCount).toBe(1));
    expect(screen.getByRole('region', { name: 'Unread' })).toBeTruthy();
  });
  it('can be marked one by one, without opening them', async () => {
    const requests = serve({
      ...aside,
      'GET /notification/': list,
      [`PUT /notification/update/${unread._id}`]: ok({ ...unread, read: true }, { totalLatestCount: 0 }),
    });
    const { user, place } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Jonas Weber liked your post' }));
    expect(screen.queryByRole('region', { name: 'Unread' })).toBeNull();
    expect(place()).toBe('/Notification');
    await waitFor(() => expect(document.activeElement?.closest('[data-row]')).toBeTruthy());
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });
  it('can be marked one after another, as the focus stays in its place', async () => {
    const later = { ...unread, _id: idOf(399), createdAt: '2026-03-02T20:00:00.000Z' };
    serve({
      ...aside,
      'GET /notification/': ok(
        { notifications: [later, unread, read], latestNotifications: [later, unread] },
        { page: null, limit: 30, nextCursor: null, total: 3, totalLatestCount: 2 },
      ),
      [`PUT /notification/update/${later._id}`]: ok({ ...later, read: true }, { totalLatestCount: 1 }),
    });
    const { user } = renderAt('/Notification', page);
    await user.click((await screen.findAllByRole('button', { name: /^Mark as read/ }))[0] ?? document.body);
    const focusedRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
    await waitFor(() => expect(focusedRow()).toBe(unread._id));
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Mark as read/);
  });
  it('are hidden at once, and deleted when Undo is no longer offered', async () => {
    const requests = serve({
      ...aside,
      'GET /notification/': list,
      [`DELETE /notification/delete/${unread._id}`]: ok({ _id: unread._id }, { totalLatestCount: 0 }),
    });
    const { user, store } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Delete: Jonas Weber liked your post' }));
    expect(screen.queryByRole('link', { name: /Jonas Weber liked your post/ })).toBeNull();
    expect(selectUnread(store.getState())).toBe(0);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete: Mei liked your post');
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
    act(() => toast.remove());
    await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(selectUnread(store.getState())).toBe(0);
  });
  it('are deleted, too, if another kind is chosen while Undo is offered', async () => {
    const nothing = { notifications: [], latestNotifications: [] };
    const requests = serve({
      ...aside,
      'GET /notification/': ({ search }) =>
        search.get('kind') === 'network'
          ? ok(nothing, { page: null, limit: 30, nextCursor: null, total: 2, totalLatestCount: 1 })
          : list,
      [`DELETE /notification/delete/${unread._id}`]: ok({ _id: unread._id }, { totalLatestCount: 0 }),
    });
    const { user, store } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Delete: Jonas Weber liked your post' }));
    await user.click(screen.getByRole('button', { name: 'Network' }));
    await screen.findByText('Nothing of this kind yet');
    expect(selectUnread(store.getState())).toBe(0);
    act(() => toast.remove());
    await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
  });
  it('reappear unchanged on Undo', async () => {
    const requests = serve({ ...aside, 'GET /notification/': list });
    const { user, store } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Delete: Jonas Weber liked your post' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('region', { name: 'Unread' })).toBeTruthy();
    expect(selectUnread(store.getState())).toBe(1);
    await act(async () => toast.remove());
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });
  it('reappear when the server rejects the deletion', async () => {
    serve({
      ...aside,
      'GET /notification/': list,
      [`DELETE /notification/delete/${unread._id}`]: fail(503, 'Busy.'),
    });
    const { user, store } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('button', { name: 'Delete: Jonas Weber liked your post' }));
    act(() => toast.remove());
    expect(await screen.findByRole('link', { name: /Jonas Weber liked your post/ })).toBeTruthy();
    expect(selectUnread(store.getState())).toBe(1);
  });
  it('are worded from their kind, with the name in its own text direction', async () => {
    const liked = { kind: 'likedPost', othersCount: 12, content: 'as a server says it', read: true } as const;
    serve({
      ...aside,
      'GET /notification/': ok(
        { notifications: [buildNotification(liked)], latestNotifications: [] },
        { nextCursor: null, total: 1, totalLatestCount: 0 },
      ),
    });
    renderAt('/Notification', page);
    const link = await screen.findByRole('link', { name: /and 12 others liked your post$/ });
    expect(link.querySelector('bdi')?.textContent).toBe('Jonas Weber');
    expect(screen.getByRole('button', { name: 'Delete: Jonas Weber and 12 others liked your post' })).toBeTruthy();
  });
  it('about a comment link to the post, and name the comment to show', async () => {
    const about = { type: 'comment', parent_id: idOf(77), content: 'Mei commented on your post' } as const;
    serve({
      ...aside,
      'GET /notification/': ok(
        { notifications: [buildNotification({ ...about, read: true })], latestNotifications: [] },
        { nextCursor: null, total: 1, totalLatestCount: 0 },
      ),
    });
    const { user, place } = renderAt('/Notification', page);
    await user.click(await screen.findByRole('link', { name: 'Mei commented on your post' }));
    expect(place()).toBe('/activities');
    expect(screen.getByLabelText('Place').dataset['state']).toBe(JSON.stringify({ comment: idOf(77) }));
  });
  it('of later pages are kept when the first page is reloaded', async () => {
    const at = (minute: number) => `2026-03-01T20:${String(minute).padStart(2, '0')}:00.000Z`;
    const one = (number: number) =>
      buildNotification({ _id: idOf(number), content: `Number ${number}`, createdAt: at(number), read: true });
    const pageOf = (numbers: number[], nextCursor: string | null) =>
      ok({ notifications: numbers.map(one), latestNotifications: [] }, { nextCursor, total: 5, totalLatestCount: 0 });
    let newest = pageOf([4, 3], 'more');
    serve({ ...aside, 'GET /notification/': ({ search }) => (search.get('cursor') ? pageOf([2, 1], null) : newest) });
    const { store } = renderAt('/Notification', page);
    await screen.findByText('Number 4');
    await act(() => store.dispatch(loadNotifications(false)));
    newest = pageOf([5, 4], 'more');
    await act(() => store.dispatch(loadNotifications(true)));
    const shown = screen.getAllByRole('link', { name: /^Number/ }).map((link) => link.textContent);
    expect(shown).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
    expect(screen.getByText('You’re all caught up.')).toBeTruthy();
  });
  it('have a text for an empty list', async () => {
    const nothing = ok(
      { notifications: [], latestNotifications: [] },
      { nextCursor: null, total: 0, totalLatestCount: 0 },
    );
    serve({ ...aside, 'GET /notification/': nothing });
    renderAt('/Notification', page);
    expect(await screen.findByText('Nothing new')).toBeTruthy();
  });
  it('that arrive live are shown first at once, with the server’s unread count', async () => {
    serve({ ...aside, 'GET /notification/': list });
    const { store } = renderAt('/Notification', page);
    await screen.findByText('Mei liked your post');
    const fresh = buildNotification({
      _id: idOf(302),
      content: 'Mei commented on your post',
      createdAt: '2026-03-02T08:00:00.000Z',
    });
    act(() => void store.dispatch(notificationArrived({ notification: fresh, unread: 2 })));
    await screen.findByText('Mei commented on your post');
    expect(store.getState().notification?.totalLatestCount).toBe(2);
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Mei commented');
  });
  it('that arrive during the load stay, although the response lacks them', async () => {
    const response = deferred<ReturnType<typeof ok>>();
    serve({ ...aside, 'GET /notification/': () => response.promise });
    const { store } = renderAt('/Notification', page);
    const fresh = { ...unread, _id: idOf(304), createdAt: '2026-03-02T20:00:00.000Z', content: 'Ana follows you' };
    await waitFor(() => expect(store.getState().notification?.status).toBe('loading'));
    act(() => void store.dispatch(notificationArrived({ notification: fresh, unread: 2 })));
    await act(async () => response.resolve(list));
    expect(await screen.findByText('Mei liked your post')).toBeTruthy();
    expect(screen.getByText('Ana follows you')).toBeTruthy();
    expect(store.getState().notification?.totalLatestCount).toBe(2);
  });
  it('that were read while the list was loading stay read', async () => {
    const slow = deferred<ReturnType<typeof ok>>();
    const after = ok(
      { notifications: [{ ...unread, read: true }, read], latestNotifications: [] },
      { page: null, limit: 30, nextCursor: null, total: 2, totalLatestCount: 0 },
    );
    const responses = [list, slow.promise, after];
    serve({
      ...aside,
      'GET /notification/': () => responses.shift() ?? after,
      'PUT /notification/update-all': ok(null, { totalLatestCount: 0 }),
    });
    const { user, store } = renderAt('/Notification', page);
    await screen.findByRole('region', { name: 'Unread' });
    act(() => void store.dispatch(loadNotifications(true)));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await act(async () => slow.resolve(list));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unread' })).toBeNull());
    expect(selectUnread(store.getState())).toBe(0);
  });
  it('that came before the live connection are loaded with the count of the account', async () => {
    const nothing = ok(
      { notifications: [], latestNotifications: [] },
      { page: null, limit: 30, nextCursor: null, total: 0, totalLatestCount: 0 },
    );
    let response = nothing;
    serve({ ...aside, 'GET /notification/': () => response });
    const { store } = renderAt('/Notification', page);
    expect(await screen.findByText('Nothing new')).toBeTruthy();
    response = list;
    act(() => void store.dispatch(userReceived(buildOwnUser({ unreadNotifications: 1 }))));
    expect(await screen.findByText('Mei liked your post')).toBeTruthy();
  });
  it('that were read in another tab are read here, all or some', async () => {
    const other = buildNotification({ _id: idOf(303), content: 'Ana liked your post' });
    const response = (unread: ReturnType<typeof buildNotification>[], known: ReturnType<typeof buildNotification>[]) =>
      ok(
        { notifications: known, latestNotifications: unread },
        { nextCursor: null, total: 2, totalLatestCount: unread.length },
      );
    let shown = response([unread, other], [unread, other]);
    serve({ ...aside, 'GET /notification/': () => shown });
    const { store } = renderAt('/Notification', page);
    const section = async () => within(await screen.findByRole('region', { name: 'Unread' }));
    await waitFor(async () => expect((await section()).getAllByRole('listitem')).toHaveLength(2));
    shown = response([unread], [unread, { ...other, read: true }]);
    act(() => store.dispatch(receiveUnread(1)));
    await waitFor(async () => expect((await section()).getAllByRole('listitem')).toHaveLength(1));
    act(() => store.dispatch(receiveUnread(0)));
    expect(screen.queryByRole('region', { name: 'Unread' })).toBeNull();
  });
  it('show that they could not be loaded, and can be loaded again', async () => {
    let response = fail(503, 'The service is busy right now.');
    serve({ ...aside, 'GET /notification/': () => response });
    const { user } = renderAt('/Notification', page);
    expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
    response = list;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mei liked your post')).toBeTruthy();
  });
});

it('Notifications are grouped by local day', () => {
  const now = new Date(2026, 2, 3, 12).getTime();
  const at = (day: number, hour: number) =>
    buildNotification({ createdAt: new Date(2026, 2, day, hour).toISOString() });
  const days = groupByDay([at(3, 9), at(2, 23), at(2, 1), at(1, 5)], now);
  expect(days.map((day) => [day.label, day.notifications.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['1 Mar', 1],
  ]);
});
