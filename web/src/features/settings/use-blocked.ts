import { useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { announceDone } from '#lib/notify.ts';
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
      showFailure(response);
      return;
    }
    announceDone(response.message);
    remove(userId);
  };
  return { ...pages, busy, release };
}
