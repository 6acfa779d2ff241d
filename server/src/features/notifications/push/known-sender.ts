import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether the notification `n` may be sent to the devices of its reader. Messages are, from connections and in
 * chats in which the reader has written: a stranger's message waits until the reader looks here.
 */
export const isFromKnownSender: RawBuilder<boolean> = sql`(n.type <> 'message'
  OR EXISTS (SELECT 1 FROM connections tie WHERE tie.user_id = n.user_id AND tie.other_user_id = n.actor_id)
  OR EXISTS (SELECT 1 FROM messages written JOIN conversation_members own
      ON own.conversation_id = written.conversation_id AND own.user_id = n.user_id
    WHERE own.other_user_id = n.actor_id AND written.sender_id = n.user_id))`;
