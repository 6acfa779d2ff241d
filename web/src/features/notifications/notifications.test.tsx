import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildNotification, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { groupByDay } from './days.ts';
import { notificationArrived } from './notification-slice.ts';
import { NotificationPage } from './pages/notification-page.tsx';

const read = buildNotification({ _id: idOf(301), read: true, content: 'Mei liked your post' });
const unread = buildNotification();
const list = ok(
  { notifications: [unread, read], latestNotifications: [unread] },
  { page: null, limit: 30, nextCursor: null, total: 2, totalLatestCount: 1 },
);

describe('notifications', () => {
  it('stand apart as unread and earlier, and move when they are read', async () => {
    const asked = serve({
      'GET /notification/': list,
      [`PUT /notification/update/${unread._id}`]: ok({ ...unread, read: true }, { totalLatestCount: 0 }),
    });
    const { user, place } = renderAt('/Notification', () => <NotificationPage />);
    await user.click(await screen.findByRole('link', { name: /Unread:\s*Jonas Weber liked your post/ }));
    expect(place()).toBe('/activities');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unread' })).toBeNull());
    expect(asked.at(-1)?.method).toBe('PUT');
  });
  it('are unread again when marking all was refused', async () => {
    serve({ 'GET /notification/': list, 'PUT /notification/update-all': fail(503, 'Busy.') });
    const { user, store } = renderAt('/Notification', () => <NotificationPage />);
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(store.getState().notification?.totalLatestCount).toBe(1));
    expect(screen.getByRole('region', { name: 'Unread' })).toBeTruthy();
  });
  it('can be deleted', async () => {
    serve({
      'GET /notification/': list,
      [`DELETE /notification/delete/${read._id}`]: ok({ _id: read._id }, { totalLatestCount: 1 }),
    });
    const { user } = renderAt('/Notification', () => <NotificationPage />);
    await user.click(await screen.findByRole('button', { name: 'Delete: Mei liked your post' }));
    expect(screen.queryByText('Mei liked your post')).toBeNull();
  });
  it('that arrive stand first at once, with the count of the server', async () => {
    serve({ 'GET /notification/': list });
    const { store } = renderAt('/Notification', () => <NotificationPage />);
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
  it('say so when they cannot be read, and can be read again', async () => {
    let answer = fail(503, 'The service is busy right now.');
    serve({ 'GET /notification/': () => answer });
    const { user } = renderAt('/Notification', () => <NotificationPage />);
    expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
    answer = list;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mei liked your post')).toBeTruthy();
  });
});

it('groups by local day', () => {
  const now = new Date(2026, 2, 3, 12).getTime();
  const at = (day: number, hour: number) =>
    buildNotification({ createdAt: new Date(2026, 2, day, hour).toISOString() });
  const days = groupByDay([at(3, 9), at(2, 23), at(2, 1), at(1, 5)], now);
  expect(days.map((day) => [day.label, day.notifications.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Mar 01, 2026', 1],
  ]);
});
