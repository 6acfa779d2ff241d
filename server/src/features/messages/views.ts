import type { Message } from '@afterhours/contract/messages';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

export type MessageRow = PersonRow & {
  message_id: string;
  conversation_id: string;
  seq: number;
  receiver_id: string;
  content: string;
  created_at: Date;
  post_id: string | null;
  title: string | null;
  opening: string | null;
  salary: string | null;
  description: string | null;
};

export const toMessageView = (row: MessageRow): Message => ({
  _id: row.message_id,
  uniquekey: row.conversation_id,
  seq: row.seq,
  sender_id: row.id,
  receiver_id: row.receiver_id,
  sender: toPersonView(row),
  content: row.content,
  post:
    row.post_id === null
      ? null
      : {
          _id: row.post_id,
          title: row.title,
          opening: row.opening,
          salary: row.salary,
          description: row.description ?? '',
        },
  attachments: [],
  client_id: null,
  deleted: false,
  createdAt: row.created_at.toISOString(),
});
