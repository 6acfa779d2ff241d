/** The tabs of the settings, by the ids that URLs and other pages use. */
import { defineMessages } from '@afterhours/contract/base/message';

const texts = defineMessages('settings.tabs', {
  account: 'Account Preferences',
  security: 'Sign in & Security',
  privacy: 'Data Privacy',
  notification: 'Notification',
  notifications: 'Notifications',
  payments: 'Payments',
});
export const tabs = [
  { id: 'account', menu: texts.account, title: texts.account },
  { id: 'security', menu: texts.security, title: texts.security },
  { id: 'privacy', menu: texts.privacy, title: texts.privacy },
  { id: 'notifications', menu: texts.notification, title: texts.notifications },
  { id: 'payments', menu: texts.payments, title: texts.payments },
] as const;

export type TabId = (typeof tabs)[number]['id'];

const names: Record<string, TabId> = {
  accountpreferences: 'account',
  account: 'account',
  signinsecurity: 'security',
  security: 'security',
  dataprivacy: 'privacy',
  privacy: 'privacy',
  notification: 'notifications',
  notifications: 'notifications',
  payments: 'payments',
};

/** Returns the tab with a number, starting at 1, or with any of its names, in any case; undefined for anything else. */
export function toTab(value: unknown): TabId | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return (
    tabs[Number(value) - 1]?.id ??
    names[
      String(value)
        .toLowerCase()
        .replace(/[^a-z]/g, '')
    ]
  );
}
