import { afterEach, expect, it, vi } from 'vitest';
import { calmChosen, userReceived } from '#features/account/auth-slice.ts';
import { unreadMessagesCounted } from '#features/messages/state/unread-slice.ts';
import { unreadCounted } from '#features/notifications/notification-slice.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser } from '#testing/build.ts';
import { keepBadge } from './badge.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

it('The app badge shows the number of unread notifications and messages, updated only on changes', () => {
  const badges: unknown[] = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push('none'),
  });
  const store = createStore();
  const stop = keepBadge(store);
  store.dispatch(unreadCounted(2));
  store.dispatch(unreadMessagesCounted(3));
  store.dispatch(unreadMessagesCounted(3));
  store.dispatch(unreadCounted(0));
  store.dispatch(unreadMessagesCounted(0));
  stop();
  store.dispatch(unreadCounted(7));
  expect(badges).toEqual(['none', 2, 5, 3, 'none']);
});

it('The app badge is a dot without a number in calm mode', () => {
  const badges: unknown[][] = [];
  Object.assign(navigator, {
    setAppBadge: async (...count: number[]) => void badges.push(count),
    clearAppBadge: async () => void badges.push(['none']),
  });
  const store = createStore();
  store.dispatch(userReceived(buildOwnUser({ calm: true })));
  const stop = keepBadge(store);
  store.dispatch(unreadCounted(2));
  store.dispatch(unreadCounted(5));
  store.dispatch(calmChosen(false));
  stop();
  expect(badges).toEqual([['none'], [], [5]]);
});

it('The app badge is skipped on devices that do not support or allow it', async () => {
  keepBadge(createStore())();
  const refuse = vi.fn(() => Promise.reject(new Error('not installed')));
  Object.assign(navigator, { setAppBadge: refuse, clearAppBadge: refuse });
  keepBadge(createStore())();
  await vi.waitFor(() => expect(refuse).toHaveBeenCalled());
});
