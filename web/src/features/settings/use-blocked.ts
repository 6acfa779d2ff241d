import { useState } from 'react';
import { usePages } from '#lib/lists/use-pages.ts';
import { announceDone, showError } from '#lib/notify.ts';
import { loadBlocked, unblock } from './settings-commands.ts';

/** The members whom the viewer blocks, page by page. */
export function useBlocked() {
  const { remove, ...pages } = usePages(loadBlocked, ({ user }) => user._id);
  const [busy, setBusy] = useState<string>();
  const release = async (userId: string) => {
    if (busy) return;
    setBusy(userId);
    const response = await unblock(userId);
    setBusy(undefined);
    if (!response.ok) {
      showError(response.message);
      return;
    }
    announceDone(response.message);
    remove(userId);
  };
  return { ...pages, busy, release };
}
