import type { MessageRequest } from '@afterhours/contract/messages/message-requests';
import type { PeopleInCommon } from '@afterhours/contract/people/people';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

export type RequestRow = PersonRow & {
  conversation_id: string;
  request: 'waiting' | 'ignored';
  requested_at: Date;
  joined_at: Date;
  message_id: string;
  content: string;
};

export const toRequestView = (row: RequestRow, inCommon: PeopleInCommon): MessageRequest => ({
  _id: row.conversation_id,
  state: row.request,
  user: toPersonView(row),
  joinedAt: row.joined_at.toISOString(),
  inCommon,
  message_id: row.message_id,
  content: row.content,
  createdAt: row.requested_at.toISOString(),
});
