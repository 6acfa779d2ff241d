/** The rows of a conversation: days, the line above unread messages, and groups of consecutive messages. */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Message } from '@afterhours/contract/messages/messages';
import { formatClock, formatDatePill } from '#lib/text/format.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import type { ConversationState } from '../state/message-state.ts';

/**
 * A message, sent or waiting. `time` is true if its time is shown below it, because the next message is of another
 * minute.
 */
type Shown = { key: string; mine: boolean; createdAt: string; time: boolean } & (
  | { message: Message; waiting?: undefined }
  | { waiting: OutboxEntry; message?: undefined }
);
export type Row =
  | { kind: 'day'; key: string; label: string; date: string }
  | { kind: 'unread'; key: string }
  | { kind: 'group'; key: string; mine: boolean; shown: Shown[] };

/** A pause of this length starts a new group. */
const PAUSE_MS = 5 * MINUTE_MS;

function listShown(messages: readonly Message[], waiting: readonly OutboxEntry[], me: string | undefined): Shown[] {
  const sentIds = new Set(messages.map((message) => message.client_id));
  return [
    ...messages.map((message) => {
      const { _id, client_id, createdAt, sender_id } = message;
      // The key is the same before and after sending, so that the rendered element stays.
      return { key: client_id ?? _id, mine: sender_id === me, createdAt, time: true, message };
    }),
    ...waiting
      .filter((entry) => !sentIds.has(entry.client_id))
      .map((entry) => ({
        key: entry.client_id,
        mine: true,
        createdAt: entry.createdAt,
        time: true,
        waiting: entry,
      })),
  ];
}

const belongTogether = (last: Shown, next: Shown): boolean =>
  last.mine === next.mine && Date.parse(next.createdAt) - Date.parse(last.createdAt) < PAUSE_MS;

/**
 * Builds the rows. `unreadAfter` is the number of the last message that was read when the conversation was opened; with
 * null there is no line above unread messages.
 */
export function buildRows(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  me: string | undefined,
  unreadAfter: number | null,
): Row[] {
  const rows: Row[] = [];
  let day = '';
  let hasLine = unreadAfter === null;
  for (const shown of listShown(messages, waiting, me)) {
    const label = formatDatePill(shown.createdAt);
    if (label !== day) rows.push({ kind: 'day', key: `day ${label}`, label, date: shown.createdAt });
    day = label;
    if (!hasLine && !shown.mine && (shown.message?.seq ?? 0) > (unreadAfter ?? 0)) {
      rows.push({ kind: 'unread', key: 'unread' });
      hasLine = true;
    }
    const group = rows.at(-1);
    const last = group?.kind === 'group' ? group.shown.at(-1) : undefined;
    if (group?.kind === 'group' && last && belongTogether(last, shown)) {
      // The last sent message shows its status even if a waiting one follows in the same minute.
      const arrived = last.message !== undefined && shown.waiting !== undefined;
      last.time = arrived || formatClock(last.createdAt) !== formatClock(shown.createdAt);
      group.shown.push(shown);
    } else rows.push({ kind: 'group', key: `group ${shown.key}`, mine: shown.mine, shown: [shown] });
  }
  return rows;
}

export type SentState = 'sent' | 'delivered' | 'read';

/** Returns the status of an own message. If read receipts are off for one of the two, it is never "read". */
export function stateOf(
  seq: number,
  conversation: Pick<ConversationState, 'otherReadSeq' | 'otherDeliveredSeq'>,
): SentState {
  if (seq <= (conversation.otherReadSeq ?? 0)) return 'read';
  return seq <= conversation.otherDeliveredSeq ? 'delivered' : 'sent';
}
