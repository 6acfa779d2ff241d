import { selectUnreadMessages } from '#features/messages/state/unread-slice.ts';
import { selectUnread } from '#features/notifications/notification-slice.ts';
import type { AppStore } from '#lib/store.ts';

/** Shows a number on the icon of the installed app, where there is one; 0 shows none. */
export async function setBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  try {
    if (count > 0) await setAppBadge?.call(navigator, count);
    else await clearAppBadge?.call(navigator);
  } catch {
    // Not installed, or the device shows none.
  }
}

/** Keeps the badge at the number of unread notifications and messages. Returns how to stop. */
export function keepBadge(store: AppStore): () => void {
  let shown: number | undefined;
  const show = () => {
    const state = store.getState();
    const count = selectUnread(state) + selectUnreadMessages(state);
    if (count === shown) return;
    shown = count;
    void setBadge(count);
  };
  show();
  return store.subscribe(show);
}
