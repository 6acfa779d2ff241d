/** The members whose presence is shown: the server sends its changes live. */
import { useEffect } from 'react';
import { useAppSelector } from '#lib/store.ts';
import { type Presence, selectPresence } from './presence-slice.ts';

const mounted = new Map<string, number>();
const listeners = new Set<() => void>();

function change(id: string, by: 1 | -1): void {
  const count = (mounted.get(id) ?? 0) + by;
  // The latest shown members come last: they are kept if there are too many.
  mounted.delete(id);
  if (count > 0) mounted.set(id, count);
  for (const listener of listeners) listener();
}

export const listShownMembers = (): string[] => [...mounted.keys()];

/** Calls `listener` when the set of shown members changes. Returns a function that unsubscribes. */
export function onShownMembersChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns a member's presence while it is shown: as received live, otherwise as it was loaded. */
export function usePresence(userId: string, read: Presence): Presence {
  useEffect(() => {
    change(userId, 1);
    return () => change(userId, -1);
  }, [userId]);
  return useAppSelector((state) => selectPresence(state, userId)) ?? read;
}
