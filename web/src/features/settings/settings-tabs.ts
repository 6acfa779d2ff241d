/** The parts of the settings, as the address and other pages name them. */
export const tabs = [
  { id: 'account', menu: 'Account Preferences', title: 'Account Preferences' },
  { id: 'security', menu: 'Sign in & Security', title: 'Sign in & Security' },
  { id: 'privacy', menu: 'Data Privacy', title: 'Data Privacy' },
  { id: 'notifications', menu: 'Notification', title: 'Notifications' },
  { id: 'payments', menu: 'Payments', title: 'Payments' },
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

/** A tab by its number from 1 on or any of its names, however they are written; undefined for anything else. */
export function toTab(given: unknown): TabId | undefined {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined;
  return (
    tabs[Number(given) - 1]?.id ??
    names[
      String(given)
        .toLowerCase()
        .replace(/[^a-z]/g, '')
    ]
  );
}
