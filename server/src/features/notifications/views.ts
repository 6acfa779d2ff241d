import {
  isFromModerators,
  isFromProduct,
  knownKind,
  type NotificationKind,
  type NotificationType,
  notificationSentences,
} from '@afterhours/contract/constants/notifications';
import { formatPrice, type Price } from '@afterhours/contract/constants/webinars';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import { english } from '#texts/english.ts';

export type NotificationRow = PersonRow & {
  notification_id: string;
  type: NotificationType;
  parent_id: string | null;
  actors_count: number;
  /** Null in rows from before kinds were stored. */
  kind: NotificationKind | null;
  content: string;
  link: string;
  read_at: Date | null;
  created_at: Date;
};

type SentenceValues = { name: string; others: number; price: Price | null };

const sentence = (kind: NotificationKind, { name, others, price }: SentenceValues): string =>
  english(notificationSentences[kind], { name, n: others, price: price ? formatPrice(price) : '' });

/** Returns a sentence without the name, as servers of the previous version store and show it. */
export const withoutName = (kind: NotificationKind, price: Price | null = null): string =>
  sentence(kind, { name: '', others: 0, price }).trim();

/** "Ana Lima", "Ana Lima and 1 other", "Ana Lima and 12 others". */
function actorsText(name: string, others: number): string {
  if (others === 0) return name;
  return `${name} and ${others.toLocaleString('en-US')} ${others === 1 ? 'other' : 'others'}`;
}

/** The subject of a notification, its amount and the action it offers, loaded by the notification's id. */
export type Details = Pick<Notification, 'subject' | 'price' | 'action'>;

export function toNotificationView(row: NotificationRow, { subject, price, action }: Details): Notification {
  const kind = knownKind(row.kind);
  const name = `${row.first_name} ${row.last_name}`;
  const others = Math.max(0, row.actors_count - 1);
  return {
    _id: row.notification_id,
    type: row.type,
    content: kind === null ? `${actorsText(name, others)} ${row.content}` : sentence(kind, { name, others, price }),
    kind,
    othersCount: others,
    parent_id: row.parent_id,
    // These rows name the recipient as their actor.
    actor: isFromModerators(kind) || isFromProduct(kind) ? null : toPersonView(row),
    link: row.link,
    subject,
    price,
    action,
    read: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  };
}
