import { knownKind, notificationSentences } from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { t } from '#lib/text/translate.ts';

/** Returns the sentence of a notification in the language of the page; those without a known kind are in English. */
export function toText({ actor, content, kind, othersCount }: Notification): string {
  const known = knownKind(kind);
  if (known === null) return content;
  const name = actor ? `${actor.firstName} ${actor.lastName}` : '';
  return t(notificationSentences[known], { name, n: othersCount });
}

/** Returns the comment that the post's page shows first. */
export function commentOf({ type, parent_id, link, subject }: Notification): { comment: string } | undefined {
  if (subject?.commentId) return { comment: subject.commentId };
  const about = type === 'comment' || type === 'like' ? parent_id : null;
  return about && !link.endsWith(about) ? { comment: about } : undefined;
}
