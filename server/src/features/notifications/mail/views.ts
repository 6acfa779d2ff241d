import {
  mailKindNames,
  mailKinds,
  type NotificationSwitch,
  toMailCadence,
} from '@afterhours/contract/notifications/mail-kinds';
import type { NotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import type { PreferencesRow } from './queries.ts';

const columnOf = {
  message_notification: 'notify_message',
  comment_notification: 'notify_comment',
  like_notification: 'notify_like',
  follow_notification: 'notify_follow',
  event_notification: 'notify_event',
} as const satisfies Record<NotificationSwitch, keyof PreferencesRow>;

export const toPreferencesView = (row: PreferencesRow): NotificationPreferences => ({
  kinds: mailKindNames.map((kind) => {
    const { dependsOn, push } = mailKinds[kind];
    const chosen = row.channels[kind];
    const window = dependsOn === null || row[columnOf[dependsOn]];
    return { kind, window, push: chosen?.push ?? push, mail: toMailCadence(kind, chosen?.mail) };
  }),
  stopped: row.stopped,
  quiet: row.quiet,
  messageText: row.message_text,
  digest: row.digest,
  calm: row.calm,
});
