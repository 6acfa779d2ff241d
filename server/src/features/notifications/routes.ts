import type { NotificationGroup } from '@afterhours/contract/constants/notifications';
import { notificationMessages } from '@afterhours/contract/constants/notifications';
import * as contract from '@afterhours/contract/notifications/notifications';
import { lockCounters } from '#access/members.ts';
import { defineBroadcast } from '#broadcast.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { type Action, isDone, selectNotificationOf } from './actions.ts';
import { selectAnnounced } from './announced-query.ts';
import { loadViews } from './details.ts';
import { type NotificationChange, notificationChanged } from './events.ts';
import {
  deleteNotificationRow,
  type Loaded,
  markRead,
  NOTIFICATIONS_LIST,
  notificationKey,
  selectCounts,
  selectFirstPages,
  selectNotification,
  selectNotifications,
} from './queries.ts';
import { listen } from './triggers/triggers.ts';
import type { NotificationRow } from './views.ts';

type ListQuery = Parameters<typeof pageStart>[2] & { limit: number; kind?: NotificationGroup | undefined };

type Announcement = { notification: contract.Notification | undefined; unread: number };

/** Returns the notifications as their members see them, each with the exact unread count. */
async function loadAnnounced(db: Services['db'], changes: readonly NotificationChange[]): Promise<Announcement[]> {
  const announced = await selectAnnounced(db, changes);
  const views = await loadViews(
    db,
    announced.flatMap(({ row }) => row ?? []),
  );
  const byId = new Map(views.map((view) => [view._id, view]));
  return announced.map(({ row, unread }) => ({
    notification: row ? byId.get(row.notification_id) : undefined,
    unread,
  }));
}

/** Sends changed notifications to the member's tabs on this server, with the exact unread count. */
function createAnnounce({ db, channels }: Services) {
  // One statement for several members, because a busy server sends many counts.
  const read = batchCalls<NotificationChange, Announcement>({
    run: (all) => loadAnnounced(db, all),
    keyOf: ({ userId, notificationId }) => `${userId}/${notificationId}`,
  });
  return async (userId: string, notificationId: string | null): Promise<void> => {
    const { notification, unread } = await read({ userId, notificationId });
    if (notification) channels.toMemberHere(userId, 'notification', { notification, unread });
    else channels.toMemberHere(userId, 'unread', { notifications: unread });
  };
}

const notificationBroadcast = defineBroadcast<NotificationChange>('notifications');

/**
 * Sends a member's changes one after the other, so that the last count sent is the latest. Changes that arrive in the
 * meantime are combined, each notification once, so that many likes of one post cause only a few events.
 */
function announceChanges(services: Services): void {
  const { channels, events, serialQueue } = services;
  const announce = createAnnounce(services);
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

/** Changes a member's notifications and sends the new count to the member's tabs. Returns the unread count. */
async function change(
  services: Services,
  userId: string,
  work: Parameters<typeof inTransaction<void>>[1],
): Promise<number> {
  await inTransaction(services, async (tx) => {
    // Writers of messages and invitations also lock the member's counters first, so the two cannot deadlock.
    await lockCounters(tx.db, [userId]);
    await work(tx);
    await tx.emit(notificationChanged, { userId, notificationId: null });
  });
  return (await selectCounts(services.db, userId)).unread;
}

/** Throws 422 unless the caller has done what the call claims. */
async function requireAction(services: Services, action: Action): Promise<void> {
  if (action.actorId === action.userId) throw fieldProblem('userId', notificationMessages.oneself);
  if (!(await isDone(services.db, action))) throw fieldProblem('type', notificationMessages.untrue);
}

async function loadView({ db }: Services, row: NotificationRow): Promise<contract.Notification> {
  const [view] = await loadViews(db, [row]);
  if (!view) throw notFound();
  return view;
}

/** Loads a page of all notifications and the newest unread ones, which may be older. */
async function loadPage({ readsNow: db }: Services, viewerId: string, start: PageStart): Promise<Loaded> {
  const isFirst = start.after === null && start.offset === 0;
  const [first, further] = await Promise.all([
    selectFirstPages(db, viewerId, start.limit),
    isFirst ? null : selectNotifications(db, viewerId, start),
  ]);
  return { ...first, rows: further ?? first.rows, unreadRows: first.unreadRows.slice(0, start.limit) };
}

/** Loads a page of one group, with the unread ones on it. */
async function loadGroup(
  { readsNow: db }: Services,
  viewerId: string,
  start: PageStart,
  group: NotificationGroup,
): Promise<Loaded> {
  const [rows, counts] = await Promise.all([
    selectNotifications(db, viewerId, start, group),
    selectCounts(db, viewerId),
  ]);
  return { rows, unreadRows: rows.slice(0, start.limit).filter((row) => row.read_at === null), ...counts };
}

async function listNotifications(services: Services, viewerId: string, { kind, ...query }: ListQuery) {
  const name = kind === undefined ? NOTIFICATIONS_LIST : `${NOTIFICATIONS_LIST}.${kind}`;
  const start = pageStart(name, ['time', 'id'], query);
  const { rows, unreadRows, total, unread } = kind
    ? await loadGroup(services, viewerId, start, kind)
    : await loadPage(services, viewerId, start);
  const { items, ...paging } = toPage(name, rows, start, notificationKey);
  const views = await loadViews(services.readsNow, [...items, ...unreadRows]);
  return {
    body: { notifications: views.slice(0, items.length), latestNotifications: views.slice(items.length) },
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
    // The action's own transaction wrote the notification: it exists, or the member has switched it off.
    const row = await selectNotificationOf(services.db, action);
    return { message: notificationMessages.told, body: row ? await loadView(services, row) : null };
  });

  bind(contract.setNotificationRead, async ({ viewerId, params }) => {
    const totalLatestCount = await change(services, viewerId, (tx) => markRead(tx.db, viewerId, params.id));
    const row = await selectNotification(services.db, viewerId, params.id);
    if (!row) throw notFound();
    return { message: notificationMessages.read, body: await loadView(services, row), totalLatestCount };
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
