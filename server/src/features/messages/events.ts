import type { Message } from '@afterhours/contract/messages';
import { defineEvent } from '#db/events.ts';

/**
 * A message was stored. `jobPostId` is the job it applies to, null for any other message; `message` is how both see it,
 * null when that is not the same, as with files.
 */
export const messageSent = defineEvent<{
  messageId: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  jobPostId: string | null;
  message: Message | null;
}>('messages.sent');

/** A message was deleted by its sender. `unreadLeft` counts what the other has yet to read; null when it had been read. */
export const messageDeleted = defineEvent<{
  messageId: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  unreadLeft: number | null;
}>('messages.deleted');
