/** What the member wants mailed, and the way out of mails. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type {
  getNotificationPreferences,
  NotificationPreferences,
  setNotificationPreferences,
  unsubscribeFromMails,
} from '@afterhours/contract/notification-mail';
import { call } from '#lib/api/client.ts';

export type { NotificationPreferences };
export type WantedPreferences = RouteInput<typeof setNotificationPreferences>['body'];

export const loadPreferences = () => call<typeof getNotificationPreferences>('GET', '/notification/preferences');

export const savePreferences = (body: WantedPreferences) =>
  call<typeof setNotificationPreferences>('PUT', '/notification/preferences', { body });

export const unsubscribe = (token: string) =>
  call<typeof unsubscribeFromMails>('POST', '/notification/unsubscribe', { body: { token }, public: true });
