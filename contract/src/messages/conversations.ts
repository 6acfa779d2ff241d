/**
 * Conversations of two members as one of them sees them. `seq` numbers the messages of a conversation from 1, in the
 * server's order; read and delivered markers are the highest `seq` that they cover. `unreadCount` is exact.
 */
import * as z from 'zod/mini';
import { dateTime, id, line, wholeNumber } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { cursor, DEFAULT_LIMIT, limitText, MAX_LIMIT, pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { person } from '../people/people.ts';
import { message, messageAttachment } from './messages.ts';

export const conversationMessages = defineMessages('conversations', {
  pinned: 'Chat pinned.',
  unpinned: 'Chat unpinned.',
  chatDeleted: 'Chat deleted.',
  messageDeleted: 'Message deleted.',
  pinStatus: 'status must be 1 or 0.',
  noChat: 'There is no chat with this member.',
});

/** `login_time` is set while the member is online; `updatedAt` is when they were last seen. Both are null if hidden. */
export const presence = z.object({ login_time: z.nullable(dateTime), updatedAt: z.nullable(dateTime) });
export const conversationMember = z.extend(person, { ...presence.shape, deleted: z.boolean() });

/**
 * `latestMessage` is null if there is none that I still see. `status` is 1 if the conversation is pinned, like
 * `pinned`. `otherReadSeq` is null if either of us has read receipts off.
 */
export const conversation = z.object({
  uniquekey: id,
  other_user_id: id,
  otherUserDetail: conversationMember,
  latestMessage: z.nullable(
    z.object({
      _id: id,
      seq: z.int(),
      sender_id: id,
      /** Empty if the message has only files, or was deleted. */
      content: z.string(),
      attachmentsCount: z.int(),
      /** The kind of its first file; null without files. */
      filetype: z.nullable(z.enum(['image', 'attachment'])),
      deleted: z.boolean(),
      createdAt: dateTime,
    }),
  ),
  unreadCount: z.int(),
  pinned: z.boolean(),
  status: z.int(),
  lastSeq: z.int(),
  readSeq: z.int(),
  otherReadSeq: z.nullable(z.int()),
  otherDeliveredSeq: z.int(),
  /** False if the other member is gone, or one of us has blocked the other. */
  canMessage: z.boolean(),
  /**
   * Null for an accepted chat. A request from the other member is `waiting` for me or `ignored` by me; `sent` is a
   * request of mine, of which I only learn when it is accepted.
   */
  request: z.nullable(z.enum(['waiting', 'ignored', 'sent'])),
});
export type Conversation = z.infer<typeof conversation>;
z.globalRegistry.add(conversation, { id: 'Conversation' });

const yesNo = z.optional(z.enum(['true', 'false', ''], issueText(fieldTexts.trueOrFalse)));

export const listConversations = route({
  method: 'GET',
  path: '/connections/getAllMessageConnections',
  summary: 'My conversations, newest first; pinned=true or false selects one section, keyword searches names',
  access: 'member',
  cost: 'read',
  query: z.object({ ...pagingShape, keyword: z.optional(line({ max: 200 })), pinned: yesNo }),
  response: z.array(conversation),
  beside: { ...pagedBeside, unreadMessages: z.int() },
});

/**
 * A first message is a request. `left` is how many more I can send today, out of `limit`; `retryAfter` is the number of
 * seconds until the next one. If `open` is false, the member accepts none.
 */
export const contact = z.object({
  open: z.boolean(),
  left: z.int(),
  limit: z.int(),
  retryAfter: z.nullable(z.int()),
});
export type Contact = z.infer<typeof contact>;

/**
 * A conversation as a list shows it. If nothing has been written yet, it is made from what is known about the member.
 */
export const getConversation = route({
  method: 'GET',
  path: '/messages/conversation',
  summary: 'One conversation, by the other member (userId) or by its uniquekey',
  access: 'member',
  cost: 'read',
  query: z.object({ userId: z.optional(id), uniquekey: z.optional(id) }),
  response: z.extend(conversation, {
    uniquekey: z.nullable(id),
    /** What a first message would count as; null if messages are delivered directly. */
    contact: z.optional(z.nullable(contact)),
  }),
});

const seqMessage = issueText(fieldTexts.wholeNumber);
const limit = z._default(wholeNumber(1, MAX_LIMIT, limitText), DEFAULT_LIMIT);

/**
 * One conversation: the newest page first, ascending within a page, with `cursor` for older pages. With `after` (a
 * seq), the response has the later messages instead, ascending, for a client that was away; `nextCursor` is then null,
 * and `more` says whether there are further ones. Reading marks everything up to the newest returned message as read,
 * unless `read=false`.
 */
export const listMessages = route({
  method: 'GET',
  path: '/messages',
  summary: 'The messages with the member userId',
  access: 'member',
  cost: 'read',
  query: z.object({
    userId: id,
    limit,
    cursor,
    after: z.optional(wholeNumber(0, 999_999_999, seqMessage)),
    read: yesNo,
  }),
  response: z.array(message),
  beside: {
    limit: z.int(),
    nextCursor: z.nullable(z.string()),
    more: z.boolean(),
    uniquekey: z.nullable(id),
    lastSeq: z.int(),
    readSeq: z.int(),
    otherReadSeq: z.nullable(z.int()),
    otherDeliveredSeq: z.int(),
    unreadMessages: z.int(),
  },
});

/** Idempotent; a marker never moves back. `unreadMessages` is the total over all conversations. */
export const setMessagesRead = route({
  method: 'PUT',
  path: '/messages/read',
  summary: 'Mark what a member wrote as read, up to seq',
  access: 'member',
  cost: 'write',
  body: z.object({ user_id: id, seq: z.int(seqMessage).check(z.gte(0, seqMessage)) }),
  response: z.object({ uniquekey: id, readSeq: z.int(), unreadCount: z.int() }),
  beside: { unreadMessages: z.int() },
});

export const deleteMessage = route({
  method: 'DELETE',
  path: '/messages/delete/:id',
  summary: 'Delete one of my messages, for both sides',
  access: 'member',
  cost: 'write',
  params: z.object({ id }),
  response: z.object({ _id: id, uniquekey: id, seq: z.int() }),
});

export const setPinned = route({
  method: 'PUT',
  path: '/pinUser',
  summary: 'Pin the chat with a member (status 1), or unpin it (0)',
  access: 'member',
  cost: 'write',
  body: z.object({
    user_id: id,
    status: z.pipe(
      z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')], issueText(conversationMessages.pinStatus)),
      z.transform((value: 0 | 1 | '0' | '1') => Number(value)),
    ),
  }),
  response: z.object({ user_id: id, uniquekey: id, status: z.int(), pinned: z.boolean() }),
});

export const deleteChat = route({
  method: 'PUT',
  path: '/messages/deleteChat',
  summary: 'Hide the chat with a member for me; a new message brings back only what is newer',
  access: 'member',
  cost: 'write',
  body: z.object({ user_id: id }),
  response: z.object({ user_id: id, uniquekey: id }),
  beside: { unreadMessages: z.int() },
});

export const sharedFile = z.extend(messageAttachment, { message_id: id, sender_id: id, createdAt: dateTime });
export type SharedFile = z.infer<typeof sharedFile>;

export const listSharedFiles = route({
  method: 'GET',
  path: '/messages/files',
  summary: 'The files of the conversation with a member, newest first',
  access: 'member',
  cost: 'read',
  query: z.object({ ...pagingShape, userId: id }),
  response: z.array(sharedFile),
  beside: pagedBeside,
});
