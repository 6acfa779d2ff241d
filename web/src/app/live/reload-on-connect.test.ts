import type { Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { selectNotificationState } from '#features/notifications/notification-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { reloadOnConnect } from './reload-on-connect.ts';

it('A notification that arrived between the load of the page and the first connection is counted', async () => {
  const user = buildOwnUser({ unreadNotifications: 2 });
  writeSession('abc', user);
  serve({ 'GET /getProfile': ok({ ...user, unreadNotifications: 3 }) });
  const store = createStore();
  let connect: (() => void) | undefined;
  const on = (_: string, handler: () => void) => {
    connect = handler;
  };
  reloadOnConnect({ on } as unknown as Socket, store);
  connect?.();
  await vi.waitFor(() => expect(selectNotificationState(store.getState()).totalLatestCount).toBe(3));
});
