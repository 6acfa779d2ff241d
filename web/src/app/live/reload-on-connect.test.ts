import type { Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { selectNotificationState } from '#features/notifications/notification-slice.ts';
import { onScheduledChanged } from '#features/posts/scheduled/scheduled-changes.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { type AppStore, createStore } from '#lib/store.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { reloadOnConnect } from './reload-on-connect.ts';

/** Connects a tab of `store` for the first time. */
function connectFirst(store: AppStore): void {
  reloadOnConnect({ on: (_: string, handler: () => void) => handler() } as unknown as Socket, store);
}

it('A notification that arrived between the load of the page and the first connection is counted', async () => {
  const user = buildOwnUser({ unreadNotifications: 2 });
  writeSession('abc', user);
  serve({ 'GET /getProfile': ok({ ...user, unreadNotifications: 3 }) });
  const store = createStore();
  connectFirst(store);
  await vi.waitFor(() => expect(selectNotificationState(store.getState()).totalLatestCount).toBe(3));
});

it('A list that another tab changed between its load and the first connection is reloaded', () => {
  const user = buildOwnUser();
  writeSession('abc', user);
  serve({ 'GET /getProfile': ok(user) });
  const reload = vi.fn();
  const stop = onScheduledChanged(reload);
  connectFirst(createStore());
  expect(reload).toHaveBeenCalledOnce();
  stop();
});
