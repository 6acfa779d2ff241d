import type { Message } from '@afterhours/contract/messages/messages';
import { defineEvent } from '#db/events.ts';

/**
 * A message was stored. `jobPostId` is the job that it applies for, null for any other message. `message` is the view
 * that both members share, null if their views differ, as with files. A `request` is not delivered until it is
 * accepted.
 */
export const messageSent = defineEvent<{
  messageId: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  jobPostId: string | null;
  message: Message | null;
  request: boolean;
}>('messages.sent');

/** A member has applied for a job. */
export const applicationSent = defineEvent<{
  applicationId: string;
  postId: string;
  applicantId: string;
  posterId: string;
  status: 'sent';
  statusAt: Date;
}>('applications.sent');

/** A member's request has been sent, accepted (null) or ignored, or is no longer ignored by its receiver. */
export const requestChanged = defineEvent<{
  conversationId: string;
  senderId: string;
  receiverId: string;
  request: 'waiting' | 'ignored' | null;
}>('messages.requestChanged');

/**
 * A message was deleted by its sender, or a decision has hidden it. `unreadLeft` is the other member's remaining unread
 * count; null if the message had been read.
 */
export const messageDeleted = defineEvent<{
  messageId: string;
  conversationId: string;
  seq: number;
  senderId: string;
  receiverId: string;
  unreadLeft: number | null;
}>('messages.deleted');

/** A reversal has shown a hidden message again. `unread`: whether it counts as unread again. */
export const messageShown = defineEvent<{
  conversationId: string;
  senderId: string;
  receiverId: string;
  unread: boolean;
}>('messages.shown');
