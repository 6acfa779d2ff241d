import { useEffect, useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { announceOnly } from '#lib/notify.ts';
import { onBlockedChanged } from './block-changes.ts';
import { loadBlocked, unblock } from './settings-commands.ts';

/** The members whom the viewer blocks, page by page; reloaded when one is blocked or unblocked in another tab. */
export function useBlocked() {
  const { remove, reload, ...pages } = usePages(loadBlocked, ({ user }) => user._id);
  useEffect(() => onBlockedChanged(reload));
  const [busy, setBusy] = useState<readonly string[]>([]);
  const release = async (userId: string) => {
    if (busy.includes(userId)) return;
    setBusy((now) => [...now, userId]);
    const response = await unblock(userId);
    setBusy((now) => now.filter((id) => id !== userId));
    if (!response.ok) {
      showFailure(response);
      return;
    }
    announceOnly(response.message);
    remove(userId);
  };
  return { ...pages, busy, release };
}
