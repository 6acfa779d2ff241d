import { type Notification, notificationSentences } from '@afterhours/contract/notifications';
import { t } from '#lib/text/translate.ts';

/** Returns what a notification says, in the language of the pages; older ones say it in English. */
export function toText({ actor, content, kind, othersCount }: Notification): string {
  if (kind === null) return content;
  const name = actor ? `${actor.firstName} ${actor.lastName}` : '';
  return t(notificationSentences[kind], { name, others: othersCount });
}
