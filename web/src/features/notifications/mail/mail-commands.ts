/** Calls that load and save the member's mail preferences. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type {
  getNotificationPreferences,
  NotificationPreferences,
  setNotificationPreferences,
} from '@afterhours/contract/notifications/notification-mail';
import { call } from '#lib/api/client.ts';

export type { NotificationPreferences };
export type WantedPreferences = RouteInput<typeof setNotificationPreferences>['body'];

export const loadPreferences = () => call<typeof getNotificationPreferences>('GET', '/notification/preferences');

export const savePreferences = (body: WantedPreferences) =>
  call<typeof setNotificationPreferences>('PUT', '/notification/preferences', { body });
