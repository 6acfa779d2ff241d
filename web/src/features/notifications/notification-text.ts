import { knownKind, notificationSentences } from '@afterhours/contract/constants/notifications';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { fullName } from '#lib/text/full-name.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';

/** Returns the amount of a payout, in the numbers of the viewer's language; an empty text for other notifications. */
export const priceText = ({ price }: Notification): string => (price ? formatPrice(price, numberLocale()) : '');

/** Returns the sentence of a notification in the language of the page; those without a known kind are in English. */
export function toText(notification: Notification): string {
  const { actor, content, kind, othersCount } = notification;
  const known = knownKind(kind);
  if (known === null) return content;
  const name = actor ? fullName(actor) : '';
  return t(notificationSentences[known], { name, n: othersCount, price: priceText(notification) });
}

/** Returns the comment that the post's page shows first. */
export function commentOf({ type, parent_id, link, subject }: Notification): { comment: string } | undefined {
  if (subject?.commentId) return { comment: subject.commentId };
  const about = type === 'comment' || type === 'like' ? parent_id : null;
  return about && !link.endsWith(about) ? { comment: about } : undefined;
}
