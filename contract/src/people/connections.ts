/** Connections, which both members have agreed to, and the invitations that precede them. */
import * as z from 'zod/mini';
import { dateTime, id, idParams, line, optionalId, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { followablePerson, peopleInCommon, person } from './people.ts';

export const MAX_NOTE = 300;

export const connectionMessages = defineMessages('connections', {
  sent: 'Your invitation to {name} is on its way.',
  connected: 'You and {name} are now connected.',
  ignored: 'Invitation ignored.',
  withdrawn: 'Invitation withdrawn.',
  removed: 'You and {name} are no longer connected.',
  oneself: 'You cannot connect with yourself.',
  noneWaiting: 'There is no invitation from this member any more.',
  notPending: 'This invitation is no longer pending.',
  tooMany: 'You have invited many members today. Please try again tomorrow.',
  status: "status must be 'accepted' or 'rejected'.",
});

/** How many others a member can invite in a day, and in the first day after joining: a note is like a message. */
export const INVITATIONS_A_DAY = 100;
export const FIRST_INVITATIONS = 20;

/** Between the viewer and another member: `sent` by the viewer and pending, `received` by the viewer and pending. */
export const connectionStatus = z.enum(['none', 'sent', 'received', 'connected']);
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** `user` is the other member. An ignored invitation stays `pending` for the member who sent it. */
export const invitation = z.object({
  _id: id,
  from_user_id: id,
  to_user_id: id,
  status: z.enum(['pending', 'accepted', 'rejected']),
  note: z.nullable(z.string()),
  createdAt: dateTime,
  user: person,
  /** Only in lists of invitations. */
  inCommon: z.optional(peopleInCommon),
});
export type Invitation = z.infer<typeof invitation>;
z.globalRegistry.add(invitation, { id: 'Invitation' });

/** `uniquekey` is the conversation with this member, null if there is none; `createdAt` is when we connected. */
export const connection = z.object({
  uniquekey: z.nullable(id),
  other_user_id: id,
  otherUserDetail: followablePerson,
  createdAt: dateTime,
});
export type Connection = z.infer<typeof connection>;
z.globalRegistry.add(connection, { id: 'Connection' });

const invitations = (path: string, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'member',
    cost: 'read',
    query: z.object(pagingShape),
    response: z.array(invitation),
    beside: { ...pagedBeside, total: z.int() },
  });

export const listSentInvitations = invitations('/connections/getSentReq', 'Pending invitations I sent, newest first');
export const listReceivedInvitations = invitations(
  '/connections/get-invitaions',
  'Pending invitations to me, newest first',
);

const connectionList = (path: string, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'member',
    cost: 'read',
    query: z.object({
      ...pagingShape,
      keyword: z.optional(line({ max: 200 })),
      userId: optionalId,
    }),
    response: z.array(connection),
    beside: { ...pagedBeside, total: z.int() },
  });

export const listConnections = connectionList(
  '/connections/getAllUserConnections',
  'My connections, or those of the member userId, newest first; keyword searches names and professions',
);
/** The same list under the path from which the header reads its count. */
export const listFollowConnections = connectionList(
  '/follow/connections',
  'My connections, under the path that the header uses',
);

/** `connectionsCount` is the caller's own; `receivedCount` is the number of pending invitations to the caller. */
const counts = { connectionsCount: z.int(), receivedCount: z.int() };

export const sendInvitation = route({
  method: 'POST',
  path: '/connections/send-req',
  summary: 'Invite a member to connect; connects at once if that member has invited me',
  access: 'confirmed',
  cost: 'write',
  body: z.object({ to_user_id: id, note: z.optional(z.nullable(text({ max: MAX_NOTE }))) }),
  response: z.object({ to_user_id: id, connectionStatus, invitation: z.nullable(invitation) }),
  beside: counts,
});

export const answerInvitation = route({
  method: 'POST',
  path: '/connections/update-receive-req',
  summary: 'Accept or ignore an invitation to me',
  access: 'member',
  cost: 'write',
  body: z.object({
    from_user_id: id,
    status: z.enum(['accepted', 'rejected'], issueText(connectionMessages.status)),
  }),
  response: z.object({ from_user_id: id, status: z.enum(['accepted', 'rejected']), connectionStatus }),
  beside: counts,
});

export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/connections/withdrawConnection/:id',
  summary: 'Withdraw a pending invitation I sent',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id, to_user_id: id }),
});

export const removeConnection = route({
  method: 'DELETE',
  path: '/connections/remove/:userId',
  summary: 'End a connection',
  access: 'member',
  cost: 'write',
  params: z.object({ userId: id }),
  response: z.object({ userId: id, connectionStatus }),
  beside: { connectionsCount: z.int() },
});
