import type { Message } from '@afterhours/contract/messages';
import { defineEvent } from '#db/events.ts';

/**
 * A message was stored. `jobPostId` is the job it applies to, null for any other message. `message` is the view that
 * both members share, null when their views differ, as with files.
 */
export const messageSent = defineEvent<{
  messageId: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  jobPostId: string | null;
  message: Message | null;
}>('messages.sent');

/**
 * A message was deleted by its sender. `unreadLeft` is the other's remaining unread count; null when the message was
 * read.
 */
export const messageDeleted = defineEvent<{
  messageId: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  unreadLeft: number | null;
}>('messages.deleted');
