import { describe, expect, it } from 'vitest';
import { loadBookmarks } from '#features/bookmarks/bookmark-list-commands.ts';
import { createStore } from '#lib/store.ts';
import { buildNotification, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { loadNotifications } from './notification-commands.ts';

const PAGE = 30;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const build = (number: number, read: boolean) =>
  buildNotification({ _id: idOf(1000 + number), createdAt: at(number), content: `Number ${number}`, read });

/** A server that stores notifications, newest first, and responds page by page. */
function serveNotifications(kept: ReturnType<typeof build>[]) {
  const unread = () => kept.filter(({ read }) => !read);
  return serve({
    'GET /notification/': ({ search }) => {
      const start = Number(search.get('cursor') ?? 0);
      const end = start + PAGE;
      return ok(
        { notifications: kept.slice(start, end), latestNotifications: unread().slice(0, PAGE) },
        {
          nextCursor: end < kept.length ? String(end) : null,
          total: kept.length,
          totalLatestCount: unread().length,
        },
      );
    },
  });
}

describe('The notification list', () => {
  it.each([31, 45, 100])('of %i with an old unread one can be reloaded after its page was left', async (count) => {
    const kept = Array.from({ length: count }, (_, index) => build(count - index, index !== count - 1));
    serveNotifications(kept);
    const store = createStore();
    await store.dispatch(loadNotifications(true));
    while (store.getState().notification?.cursor) await store.dispatch(loadNotifications(false));
    const shown = () => store.getState().notification?.notifications.ids ?? [];
    expect(shown()).toHaveLength(count);
    await store.dispatch(loadNotifications(true));
    expect(store.getState().notification?.status).toBe('ready');
    // Three arrive while the connection is down.
    for (const number of [count + 1, count + 2, count + 3]) kept.unshift(build(number, false));
    await store.dispatch(loadNotifications(true));
    expect(shown()).toEqual(kept.map(({ _id }) => _id));
    expect(store.getState().notification?.totalLatestCount).toBe(4);
    await store.dispatch(loadNotifications(true));
    expect(store.getState().notification?.status).toBe('ready');
  });
});

describe('A list whose load throws', () => {
  it('is marked as failed, and can be loaded again', async () => {
    let body: unknown = null;
    serve({ 'GET /post/getAllPost': () => ok(body, { nextCursor: null }) });
    const store = createStore();
    await expect(store.dispatch(loadBookmarks(true))).rejects.toThrow(TypeError);
    const { status, message } = store.getState().bookmarkList ?? {};
    expect({ status, message }).toEqual({ status: 'failed', message: 'Something went wrong. Please try again.' });
    body = [];
    await store.dispatch(loadBookmarks(true));
    expect(store.getState().bookmarkList?.status).toBe('ready');
  });
});
