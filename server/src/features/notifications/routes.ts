import * as contract from '@afterhours/contract/notifications';
import { lockMembers } from '#access/members.ts';
import { defineBroadcast } from '#broadcast.ts';
import { combine } from '#db/statements/combine.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { type Action, isDone, selectNotificationOf } from './actions.ts';
import { type Announced, type News, selectAnnounced } from './announced-query.ts';
import { notificationChanged } from './events.ts';
import {
  deleteNotificationRow,
  markRead,
  NOTIFICATIONS_LIST,
  notificationKey,
  selectCounts,
  selectFirstPages,
  selectNotification,
  selectNotifications,
} from './queries.ts';
import { listen } from './triggers/triggers.ts';
import { toNotificationView } from './views.ts';

const { notificationMessages } = contract;

type ListQuery = Parameters<typeof pageStart>[2] & { limit: number };

/** Sends the new notifications to the member's tabs on this server, with the exact unread count. */
function createAnnouncing({ db, channels }: Services) {
  // Several members at a time: a busy server sends many counts.
  const read = combine<News, Announced>({
    run: (all) => selectAnnounced(db, all),
    keyOf: ({ userId, notificationId }) => `${userId}/${notificationId}`,
  });
  return async (userId: string, notificationId: string | null): Promise<void> => {
    const { row, unread } = await read({ userId, notificationId });
    if (row) channels.toMemberHere(userId, 'notification', { notification: toNotificationView(row), unread });
    else channels.toMemberHere(userId, 'unread', { notifications: unread });
  };
}

const notificationBroadcast = defineBroadcast<{ userId: string; notificationId: string | null }>('notifications');

/**
 * One member's changes are sent one after the other, so that the last count sent is the latest. Changes that arrive in
 * the meantime are combined, each notification once, so that many likes of one post are sent a few times.
 */
function announceChanges(services: Services): void {
  const { channels, events, serialQueue } = services;
  const announce = createAnnouncing(services);
  const pending = new Map<string, Set<string | null>>();
  channels.onBroadcast(notificationBroadcast, ({ userId, notificationId }) => {
    const ids = pending.get(userId) ?? new Set();
    pending.set(userId, ids.add(notificationId));
    serialQueue.coalesce(`notifications:${userId}`, async () => {
      pending.delete(userId);
      for (const id of ids) await announce(userId, id);
    });
  });
  events.after(notificationChanged, ({ userId, notificationId }) =>
    channels.broadcast(notificationBroadcast, { member: userId }, { userId, notificationId }),
  );
}

/** Changes a member's notifications and sends their other browsers the new count. */
async function change(
  services: Services,
  userId: string,
  work: Parameters<typeof inTransaction<void>>[1],
): Promise<number> {
  await inTransaction(services, async (tx) => {
    // Writers of messages and invitations lock the member's counts first, too, so that neither waits for the other.
    await lockMembers(tx.db, [userId]);
    await work(tx);
    await tx.emit(notificationChanged, { userId, notificationId: null });
  });
  return (await selectCounts(services.db, userId)).unread;
}

/** Throws 422 unless the caller has done to that member what the call claims. */
async function requireAction(services: Services, action: Action): Promise<void> {
  if (action.actorId === action.userId) throw fieldProblem('userId', notificationMessages.oneself);
  if (!(await isDone(services.db, action))) throw fieldProblem('type', notificationMessages.untrue);
}

async function listNotifications({ readsNow: db }: Services, viewerId: string, query: ListQuery) {
  const start = pageStart(NOTIFICATIONS_LIST, ['time', 'id'], query);
  const isFirst = start.after === null && start.offset === 0;
  const [first, further] = await Promise.all([
    selectFirstPages(db, viewerId, query.limit),
    isFirst ? null : selectNotifications(db, viewerId, start),
  ]);
  const { all, unreadOnly: unreadRows, total, unread } = first;
  const rows = further ?? all;
  const { items, ...paging } = toPage(NOTIFICATIONS_LIST, rows, start, notificationKey);
  const latestNotifications = unreadRows.slice(0, query.limit).map(toNotificationView);
  return {
    body: { notifications: items.map(toNotificationView), latestNotifications },
    total,
    totalLatestCount: unread,
    ...paging,
  };
}

export default function register({ bind, services }: FeatureContext): void {
  listen(services);
  announceChanges(services);

  bind(contract.listNotifications, ({ viewerId, query }) => listNotifications(services, viewerId, query));

  bind(contract.createNotification, async ({ viewerId, body }) => {
    const action = { actorId: viewerId, userId: body.userId, type: body.type, parentId: body.parent_id || null };
    await requireAction(services, action);
    // The notification was written with the action itself: it exists, or is switched off.
    const row = await selectNotificationOf(services.db, action);
    return { message: notificationMessages.told, body: row ? toNotificationView(row) : null };
  });

  bind(contract.setNotificationRead, async ({ viewerId, params }) => {
    const totalLatestCount = await change(services, viewerId, (tx) => markRead(tx.db, viewerId, params.id));
    const row = await selectNotification(services.db, viewerId, params.id);
    if (!row) throw notFound();
    return { message: notificationMessages.read, body: toNotificationView(row), totalLatestCount };
  });

  bind(contract.setAllNotificationsRead, async ({ viewerId }) => ({
    message: notificationMessages.allRead,
    body: null,
    totalLatestCount: await change(services, viewerId, (tx) => markRead(tx.db, viewerId, null)),
  }));

  bind(contract.deleteNotification, async ({ viewerId, params }) => {
    const totalLatestCount = await change(services, viewerId, async (tx) => {
      if (!(await deleteNotificationRow(tx.db, viewerId, params.id))) throw notFound();
    });
    return { message: notificationMessages.deleted, body: { _id: params.id }, totalLatestCount };
  });
}
