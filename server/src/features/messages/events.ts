import { defineEvent } from '#db/events.ts';

/** A message was stored. `jobPostId` is the job it applies to, null for any other message. */
export const messageSent = defineEvent<{
  messageId: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  jobPostId: string | null;
}>('messages.sent');
