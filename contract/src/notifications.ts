/** Notifications: written by the server with what they tell of; one for many likes of one post. */

import * as z from 'zod/mini';
import { dateTime, id, idParams } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { pagedBeside, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { fieldTexts } from './constants/fields.ts';
import {
  notificationGroupNames,
  notificationKinds,
  notificationMessages,
  notificationTypes,
} from './constants/notifications.ts';
import { person } from './people.ts';

export const notificationType = z.enum(notificationTypes);

/** Excerpts are on one line and cut between words. */
export const MAX_EXCERPT = 90;

/**
 * The post, comment, message or invitation that a notification is about, as its reader sees it; one that several
 * members commented on is about the newest actor's comment. `text` is an excerpt (of a post the title, if it has one),
 * null where there is none.
 */
export const notificationSubject = z.object({
  about: z.enum(['post', 'comment', 'message', 'invitation']),
  /** The comment to open; null unless it is about one. */
  commentId: z.nullable(id),
  text: z.nullable(z.string()),
  deleted: z.boolean(),
  /** A message of files only. */
  files: z.boolean(),
  /** The first picture of the post: its address and what it shows. */
  picture: z.nullable(z.object({ url: z.string(), width: z.int(), alt: z.string() })),
});
export type NotificationSubject = z.infer<typeof notificationSubject>;
z.globalRegistry.add(notificationSubject, { id: 'NotificationSubject' });

/** What its reader can do at once: answer a pending invitation, open a comment to reply, follow a new follower back. */
export const notificationAction = z.enum(['answer', 'reply', 'follow']);

/**
 * `content` is the sentence in English, and `kind` with `othersCount` what it is made of; `kind` is null for
 * notifications from before it was stored. `subject` is null for those about no text, and where the reader does not see
 * it. `link` is the path in the product where the thing is; `parent_id` the thing's id (post,
 * comment, member). `actor` is null for what comes from the moderators, whose names are nobody's business, and for
 * what became of the reader's own scheduled posts.
 */
export const notification = z.object({
  _id: id,
  type: notificationType,
  content: z.string(),
  kind: z.nullable(z.enum(notificationKinds)),
  /** How many members but the actor did the same. */
  othersCount: z.int(),
  parent_id: z.nullable(id),
  actor: z.nullable(person),
  link: z.string(),
  subject: z.nullable(notificationSubject),
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
    'With a kind, both are of that kind and of one page; the counts are of all',
  access: 'member',
  cost: 'read',
  conditional: true,
  query: z.object({
    ...pagingShape,
    kind: z.optional(z.enum(notificationGroupNames, issueText(notificationMessages.group))),
  }),
  answer: z.object({ notifications: z.array(notification), latestNotifications: z.array(notification) }),
  beside: { ...pagedBeside, ...counts },
});

export const setNotificationRead = route({
  method: 'PUT',
  path: '/notification/update/:id',
  summary: 'Mark one as read',
  access: 'member',
  cost: 'write',
  params: idParams,
  answer: notification,
  beside: { totalLatestCount: z.int() },
});

export const setAllNotificationsRead = route({
  method: 'PUT',
  path: '/notification/update-all',
  summary: 'Mark all as read',
  access: 'member',
  cost: 'write',
  answer: z.null(),
  beside: { totalLatestCount: z.int() },
});

export const deleteNotification = route({
  method: 'DELETE',
  path: '/notification/delete/:id',
  summary: 'Delete one',
  access: 'member',
  cost: 'write',
  params: idParams,
  answer: z.object({ _id: id }),
  beside: { totalLatestCount: z.int() },
});

/** What a client may say that it did: `post` is a like. */
export const toldTypes = ['follow', 'post', 'comment', 'message'] as const;
export type ToldType = (typeof toldTypes)[number];

/**
 * The server notifies members by itself; this is for clients that ask for it as well. `content` and `token` are
 * ignored. The body is null when the member has that kind of notification switched off, or has deleted this one.
 */
export const createNotification = route({
  method: 'POST',
  path: '/notification/create',
  summary: 'Notify a member of what I did; returns the notification that exists and never creates a second one',
  access: 'member',
  cost: 'write',
  body: z.object({
    userId: id,
    type: z.enum(toldTypes, issueText(notificationMessages.type)),
    /** The post or comment it is about. */
    parent_id: z.nullish(z.union([id, z.literal('')], issueText(fieldTexts.notAnId))),
  }),
  answer: z.nullable(notification),
});
