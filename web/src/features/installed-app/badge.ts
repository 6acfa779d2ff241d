import { selectOwnUser } from '#features/account/auth-slice.ts';
import { selectUnreadMessages } from '#features/messages/state/unread-slice.ts';
import { selectUnread } from '#features/notifications/notification-slice.ts';
import type { AppStore } from '#lib/store.ts';

/** Sets the badge on the installed app's icon, if supported: a count, a `dot` without a number, or nothing for 0. */
export async function setBadge(count: number, dot = false): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  try {
    if (count > 0) await (dot ? setAppBadge?.call(navigator) : setAppBadge?.call(navigator, count));
    else await clearAppBadge?.call(navigator);
  } catch {
    // The app is not installed, or the device has no badges.
  }
}

/**
 * Keeps the badge at the number of unread notifications and messages, or a dot in calm mode. Returns a function that
 * stops.
 */
export function keepBadge(store: AppStore): () => void {
  let shown: string | undefined;
  const show = () => {
    const state = store.getState();
    const count = selectUnread(state) + selectUnreadMessages(state);
    const dot = selectOwnUser(state)?.calm ?? false;
    const next = dot && count > 0 ? 'dot' : String(count);
    if (next === shown) return;
    shown = next;
    void setBadge(count, dot);
  };
  show();
  return store.subscribe(show);
}
