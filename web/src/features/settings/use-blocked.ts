import type { BlockedMember } from '@afterhours/contract/moderation';
import { useEffect, useState } from 'react';
import { showError, showSuccess } from '#lib/notify.ts';
import { readBlocked, unblock } from './settings-commands.ts';

type Blocked = {
  members: BlockedMember[];
  cursor: string | null;
  status: 'loading' | 'ready' | 'failed';
  message: string;
};

const first: Blocked = { members: [], cursor: null, status: 'loading', message: '' };

async function readPage(held: Blocked): Promise<Blocked> {
  const answer = await readBlocked(held.cursor);
  if (!answer.ok) return { ...held, status: 'failed', message: answer.message };
  const known = new Set(held.members.map(({ user }) => user._id));
  const added = answer.body.filter(({ user }) => !known.has(user._id));
  return { members: [...held.members, ...added], cursor: answer.nextCursor, status: 'ready', message: '' };
}

/** Whom I have blocked, page by page. */
export function useBlocked() {
  const [blocked, setBlocked] = useState(first);
  const [busy, setBusy] = useState<string>();
  useEffect(() => {
    let shown = true;
    void readPage(first).then((next) => shown && setBlocked(next));
    return () => {
      shown = false;
    };
  }, []);
  /** Reads on, or again after a failure. */
  const more = async () => {
    if (blocked.status === 'loading') return;
    setBlocked({ ...blocked, status: 'loading', message: '' });
    setBlocked(await readPage(blocked));
  };
  const release = async (userId: string) => {
    if (busy) return;
    setBusy(userId);
    const answer = await unblock(userId);
    setBusy(undefined);
    if (!answer.ok) {
      showError(answer.message);
      return;
    }
    showSuccess(answer.message);
    setBlocked((held) => ({ ...held, members: held.members.filter(({ user }) => user._id !== userId) }));
  };
  return { ...blocked, busy, more, release };
}
