/** A conversation as it is drawn: days, the line above what is new, and what one wrote in one go. */
import type { Message } from '@afterhours/contract/messages';
import { formatClock, formatDatePill } from '#lib/text/format.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import type { Connection } from '../state/message-state.ts';

/**
 * A message, or one that waits to be sent. `time`: its time is shown below, because the next one is of another minute.
 */
type Shown = { key: string; mine: boolean; createdAt: string; time: boolean } & (
  | { message: Message; waiting?: undefined }
  | { waiting: OutboxEntry; message?: undefined }
);
export type Row =
  | { kind: 'day'; key: string; label: string; date: string }
  | { kind: 'unread'; key: string }
  | { kind: 'group'; key: string; mine: boolean; shown: Shown[] };

/** After a pause of this length, a message begins a new group. */
const PAUSE_MS = 5 * 60_000;

function listShown(messages: readonly Message[], waiting: readonly OutboxEntry[], me: string | undefined): Shown[] {
  const there = new Set(messages.map((message) => message.client_id));
  return [
    ...messages.map((message) => {
      const { _id, client_id, createdAt, sender_id } = message;
      // Under one name before and after it was sent, so that what is drawn stays where it is.
      return { key: client_id ?? _id, mine: sender_id === me, createdAt, time: true, message };
    }),
    ...waiting
      .filter((entry) => !there.has(entry.client_id))
      .map((entry) => ({
        key: entry.client_id,
        mine: true,
        createdAt: entry.createdAt,
        time: true,
        waiting: entry,
      })),
  ];
}

const goOn = (last: Shown, next: Shown): boolean =>
  last.mine === next.mine && Date.parse(next.createdAt) - Date.parse(last.createdAt) < PAUSE_MS;

/** `unreadAfter` is the number of the last message that was read when the conversation was opened; null for no line. */
export function buildRows(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  me: string | undefined,
  unreadAfter: number | null,
): Row[] {
  const rows: Row[] = [];
  let day = '';
  let lined = unreadAfter === null;
  for (const shown of listShown(messages, waiting, me)) {
    const label = formatDatePill(shown.createdAt);
    if (label !== day) rows.push({ kind: 'day', key: `day ${label}`, label, date: shown.createdAt });
    day = label;
    if (!lined && !shown.mine && (shown.message?.seq ?? 0) > (unreadAfter ?? 0)) {
      rows.push({ kind: 'unread', key: 'unread' });
      lined = true;
    }
    const group = rows.at(-1);
    const last = group?.kind === 'group' ? group.shown.at(-1) : undefined;
    if (group?.kind === 'group' && last && goOn(last, shown)) {
      // What has arrived says so, also above what has not.
      const arrived = last.message !== undefined && shown.waiting !== undefined;
      last.time = arrived || formatClock(last.createdAt) !== formatClock(shown.createdAt);
      group.shown.push(shown);
    } else rows.push({ kind: 'group', key: `group ${shown.key}`, mine: shown.mine, shown: [shown] });
  }
  return rows;
}

export type SentState = 'sent' | 'delivered' | 'read';

/** The status of an own message. Whether it was read is not known when one of the two has read receipts off. */
export function stateOf(seq: number, connection: Pick<Connection, 'otherReadSeq' | 'otherDeliveredSeq'>): SentState {
  if (seq <= (connection.otherReadSeq ?? 0)) return 'read';
  return seq <= connection.otherDeliveredSeq ? 'delivered' : 'sent';
}
