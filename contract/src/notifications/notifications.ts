/**
 * Notifications: written by the server with the event that they are about. Many likes of a post share one notification.
 */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import {
  notificationGroupNames,
  notificationKinds,
  notificationMessages,
  notificationTypes,
} from '../constants/notifications.ts';
import { person } from '../people/people.ts';

export const notificationType = z.enum(notificationTypes);

/** The length of an excerpt. Excerpts are on one line and cut between words. */
export const MAX_EXCERPT = 90;

/**
 * The post, comment, message or invitation that a notification is about, as its reader sees it. A notification about
 * comments of several members refers to the latest one. `text` is an excerpt, or the title of a post that has one; null
 * if there is none.
 */
export const notificationSubject = z.object({
  about: z.enum(['post', 'comment', 'message', 'invitation']),
  /** The comment to open; null if the notification is not about a comment. */
  commentId: z.nullable(id),
  text: z.nullable(z.string()),
  deleted: z.boolean(),
  /** True for a message that has only files. */
  files: z.boolean(),
  /** The first picture of the post, with its URL and alternative text. */
  picture: z.nullable(z.object({ url: z.string(), width: z.int(), alt: z.string() })),
});
export type NotificationSubject = z.infer<typeof notificationSubject>;
z.globalRegistry.add(notificationSubject, { id: 'NotificationSubject' });

/**
 * What the reader can do right away: answer a pending invitation, reply to a comment, or follow a new follower back.
 */
export const notificationAction = z.enum(['answer', 'reply', 'follow']);

/**
 * `content` is the sentence in English, made from `kind` and `othersCount`; `kind` is null for notifications from
 * before it was stored. `subject` is null if there is none, or the reader does not see it. `link` is a path in the
 * product; `parent_id` is the id of the post, comment or member there. `actor` is null for notifications from the
 * moderators, who stay unnamed, and for those about what the product did by itself. `price` is the amount of a payout,
 * in the smallest unit of the currency; null for notifications about anything else.
 */
export const notification = z.object({
  _id: id,
  type: notificationType,
  content: z.string(),
  kind: z.nullable(z.enum(notificationKinds)),
  /** How many members other than the actor did the same. */
  othersCount: z.int(),
  parent_id: z.nullable(id),
  actor: z.nullable(person),
  link: z.string(),
  subject: z.nullable(notificationSubject),
  price: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
  action: z.nullable(notificationAction),
  read: z.boolean(),
  createdAt: dateTime,
});
export type Notification = z.infer<typeof notification>;
z.globalRegistry.add(notification, { id: 'Notification' });

/** `total` and `totalLatestCount` (unread) are exact. */
const counts = { total: z.int(), totalLatestCount: z.int() };

export const listNotifications = route({
  method: 'GET',
  path: '/notification/',
  summary:
    'My notifications, newest first; latestNotifications are the unread ones. ' +
    'With a kind, both lists are limited to that kind and one page; the counts are not',
  access: 'member',
  cost: 'read',
  conditional: true,
  query: z.object({
    ...pagingShape,
    kind: z.optional(z.enum(notificationGroupNames, issueText(notificationMessages.group))),
  }),
  response: z.object({ notifications: z.array(notification), latestNotifications: z.array(notification) }),
  beside: { ...pagedBeside, ...counts },
});

export const setNotificationRead = route({
  method: 'PUT',
  path: '/notification/update/:id',
  summary: 'Mark one as read',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: notification,
  beside: { totalLatestCount: z.int() },
});

export const setAllNotificationsRead = route({
  method: 'PUT',
  path: '/notification/update-all',
  summary: 'Mark all as read',
  access: 'member',
  cost: 'write',
  response: z.null(),
  beside: { totalLatestCount: z.int() },
});

export const deleteNotification = route({
  method: 'DELETE',
  path: '/notification/delete/:id',
  summary: 'Delete one',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id }),
  beside: { totalLatestCount: z.int() },
});

/** What a client may report as its action; `post` is a like. */
export const claimedActions = ['follow', 'post', 'comment', 'message'] as const;
export type ClaimedAction = (typeof claimedActions)[number];

/**
 * The server notifies members by itself; this call is for clients that also request it. `content` and `token` are
 * ignored. The body is null if the member has switched this kind off, or has deleted the notification.
 */
export const createNotification = route({
  method: 'POST',
  path: '/notification/create',
  summary: 'Notify a member of what I did; returns the notification that exists and never creates a second one',
  access: 'member',
  cost: 'write',
  body: z.object({
    userId: id,
    type: z.enum(claimedActions, issueText(notificationMessages.type)),
    /** The post or comment that the action was about. */
    parent_id: z.nullish(z.union([id, z.literal('')], issueText(fieldTexts.notAnId))),
  }),
  response: z.nullable(notification),
});
