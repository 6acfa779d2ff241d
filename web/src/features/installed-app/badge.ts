import { selectOwnUser } from '#features/account/auth-slice.ts';
import { selectUnreadMessages } from '#features/messages/state/unread-slice.ts';
import { selectUnread } from '#features/notifications/notification-slice.ts';
import type { AppStore } from '#lib/store.ts';

/** Shows a number on the icon of the installed app, where there is one; 0 shows none, `dot` no number. */
export async function setBadge(count: number, dot = false): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  try {
    if (count > 0) await (dot ? setAppBadge?.call(navigator) : setAppBadge?.call(navigator, count));
    else await clearAppBadge?.call(navigator);
  } catch {
    // Not installed, or the device shows none.
  }
}

/** Keeps the badge at the number of unread notifications and messages, in calm mode a dot. Returns how to stop. */
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
