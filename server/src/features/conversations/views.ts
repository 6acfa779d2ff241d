import type { Conversation } from '@afterhours/contract/messages/conversations';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { toTime } from '#db/statements/json-rows.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

/** A member's side of a conversation. */
export type ReadMarkersRow = {
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
  /** The unread messages in all of the member's conversations. */
  unread_total: number;
  /** Whether both members have read receipts switched on. */
  receipts: boolean;
  /** Whether one of the two has not accepted the conversation yet. */
  is_request: boolean;
};

/** `login_time` and `last_seen_at` are null if one of the two hides presence. */
type OtherRow = PersonRow & { login_time: string | null; last_seen_at: string | null; has_left: boolean };

/** `latest_files` are the kinds of the message's files in order, separated by commas; null without files. */
type LatestRow = {
  last_message_at: string | null;
  latest_id: string | null;
  latest_sender_id: string;
  latest_content: string;
  latest_files: string | null;
  latest_deleted: boolean;
  latest_created_at: string;
};

type SideRow = Pick<
  ReadMarkersRow,
  | 'conversation_id'
  | 'other_user_id'
  | 'pinned'
  | 'unread_count'
  | 'read_seq'
  | 'last_seq'
  | 'other_read_seq'
  | 'other_delivered_seq'
  | 'receipts'
>;

/** A row of the list. Times are in the form that `toTime` parses. */
export type ConversationRow = SideRow & OtherRow & LatestRow & { request: Conversation['request'] };
export type BlankRow = OtherRow & { receipts: boolean; self: boolean };

const toOtherView = (row: OtherRow) => ({
  ...toPersonView(row),
  login_time: row.login_time === null ? null : toTime(row.login_time),
  updatedAt: row.last_seen_at === null ? null : toTime(row.last_seen_at),
  deleted: row.has_left,
});

/** Returns the type by which a message without text is described, that of its first file; null without files. */
const toFileType = ([kind]: readonly string[]) =>
  kind === undefined ? null : kind === 'image' ? ('image' as const) : ('attachment' as const);

function toLatestView(row: ConversationRow): Conversation['latestMessage'] {
  if (row.latest_id === null) return null;
  const kinds = row.latest_files?.split(',') ?? [];
  return {
    _id: row.latest_id,
    seq: row.last_seq,
    sender_id: row.latest_sender_id,
    content: row.latest_content,
    attachmentsCount: kinds.length,
    filetype: toFileType(kinds),
    deleted: row.latest_deleted,
    createdAt: toTime(row.latest_created_at),
  };
}

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
  canMessage: !row.has_left,
  request: row.request,
});

/** Returns the conversation with a member as it is before the first message. */
export const toBlankView = (row: BlankRow) => ({
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
  request: null,
});

/** Returns the event that sends a member's read markers to their own tabs. */
export const toReadMarkersView = (row: ReadMarkersRow): ServerEventPayload<'conversation'> => ({
  uniquekey: row.conversation_id,
  user_id: row.other_user_id,
  pinned: row.pinned,
  unreadCount: row.unread_count,
  readSeq: row.read_seq,
  clearedSeq: row.cleared_seq,
});

/** Returns the event that sends a member's read markers to the other member. */
export const toReceiptView = (row: ReadMarkersRow): ServerEventPayload<'receipt'> => ({
  uniquekey: row.conversation_id,
  user_id: row.user_id,
  readSeq: row.receipts ? row.read_seq : null,
  deliveredSeq: row.delivered_seq,
});
