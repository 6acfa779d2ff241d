import type { Conversation } from '@afterhours/contract/conversations';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

/** A member's side of a conversation. */
export type MarksRow = {
  conversation_id: string;
  user_id: string;
  other_user_id: string;
  pinned: boolean;
  unread_count: number;
  read_seq: number;
  delivered_seq: number;
  cleared_seq: number;
  last_seq: number;
  other_read_seq: number;
  other_delivered_seq: number;
  /** Over all conversations of the member. */
  unread_total: number;
  /** Whether both of the two tell what they have read. */
  receipts: boolean;
};

/** `login_time` and `last_seen_at` are null when one of the two does not tell. */
type OtherRow = PersonRow & { login_time: Date | null; last_seen_at: Date | null; left_at: Date | null };

type LatestRow = {
  last_message_at: Date | null;
  latest_id: string | null;
  latest_seq: number;
  latest_sender_id: string;
  latest_content: string;
  latest_files: number;
  latest_kind: 'image' | 'document' | null;
  latest_deleted_at: Date | null;
  latest_created_at: Date;
};

export type ConversationRow = MarksRow & OtherRow & LatestRow;

const toOtherView = (row: OtherRow) => ({
  ...toPersonView(row),
  login_time: row.login_time?.toISOString() ?? null,
  updatedAt: row.last_seen_at?.toISOString() ?? null,
  deleted: row.left_at !== null,
});

const fileTypes = { image: 'image', document: 'attachment' } as const;

const toLatestView = (row: LatestRow): Conversation['latestMessage'] =>
  row.latest_id === null
    ? null
    : {
        _id: row.latest_id,
        seq: row.latest_seq,
        sender_id: row.latest_sender_id,
        content: row.latest_content,
        attachmentsCount: row.latest_files,
        filetype: row.latest_kind && fileTypes[row.latest_kind],
        deleted: row.latest_deleted_at !== null,
        createdAt: row.latest_created_at.toISOString(),
      };

export const toConversationView = (row: ConversationRow): Conversation => ({
  uniquekey: row.conversation_id,
  other_user_id: row.other_user_id,
  otherUserDetail: toOtherView(row),
  latestMessage: toLatestView(row),
  unreadCount: row.unread_count,
  pinned: row.pinned,
  status: Number(row.pinned),
  lastSeq: row.last_seq,
  readSeq: row.read_seq,
  otherReadSeq: row.receipts ? row.other_read_seq : null,
  otherDeliveredSeq: row.other_delivered_seq,
  canMessage: row.left_at === null,
});

/** The conversation with a member to whom nothing was written yet. */
export const toBlankView = (row: OtherRow & { receipts: boolean; self: boolean }) => ({
  uniquekey: null,
  other_user_id: row.id,
  otherUserDetail: toOtherView(row),
  latestMessage: null,
  unreadCount: 0,
  pinned: false,
  status: 0,
  lastSeq: 0,
  readSeq: 0,
  otherReadSeq: row.receipts ? 0 : null,
  otherDeliveredSeq: 0,
  canMessage: !row.self,
});

/** What a member's other windows are told of their marks. */
export const toMarksView = (row: MarksRow): ServerEventPayload<'conversation'> => ({
  uniquekey: row.conversation_id,
  user_id: row.other_user_id,
  pinned: row.pinned,
  unreadCount: row.unread_count,
  readSeq: row.read_seq,
  clearedSeq: row.cleared_seq,
});

/** What the other of the two is told of them. */
export const toReceiptView = (row: MarksRow): ServerEventPayload<'receipt'> => ({
  uniquekey: row.conversation_id,
  user_id: row.user_id,
  readSeq: row.receipts ? row.read_seq : null,
  deliveredSeq: row.delivered_seq,
});
