import type { Connection, Invitation } from '@afterhours/contract/people/connections';
import { type PersonRow, toFollowablePerson, toPersonView } from '#features/people/views.ts';

export type InvitationRow = PersonRow & {
  request_id: string;
  from_user_id: string;
  to_user_id: string;
  status: 'pending' | 'accepted' | 'rejected';
  note: string | null;
  created_at: Date;
};

/** For its sender, an ignored invitation stays pending. */
export const toInvitationView = (row: InvitationRow): Invitation => ({
  _id: row.request_id,
  from_user_id: row.from_user_id,
  to_user_id: row.to_user_id,
  status: row.status === 'rejected' ? 'pending' : row.status,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  user: toPersonView(row),
});

export type ConnectionRow = PersonRow & {
  conversation_id: string | null;
  my_follow_id: string | null;
  connected_at: Date;
};

export const toConnectionView = (row: ConnectionRow): Connection => ({
  uniquekey: row.conversation_id,
  other_user_id: row.id,
  otherUserDetail: toFollowablePerson(row),
  createdAt: row.connected_at.toISOString(),
});
