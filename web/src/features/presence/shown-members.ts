/** The members whose presence is drawn: it is told live. */
import { useEffect } from 'react';
import { useAppSelector } from '#lib/store.ts';
import { type Presence, selectPresence } from './presence-slice.ts';

const drawn = new Map<string, number>();
const listeners = new Set<() => void>();

function change(id: string, by: 1 | -1): void {
  const count = (drawn.get(id) ?? 0) + by;
  // Shown last is kept first, should there be too many.
  drawn.delete(id);
  if (count > 0) drawn.set(id, count);
  for (const listener of listeners) listener();
}

export const listShownMembers = (): string[] => [...drawn.keys()];

/** Tells when other members are shown; answers how to stop. */
export function onShownMembersChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A member's presence while it is shown: as told live, else as it was read. */
export function usePresence(userId: string, read: Presence): Presence {
  useEffect(() => {
    change(userId, 1);
    return () => change(userId, -1);
  }, [userId]);
  return useAppSelector((state) => selectPresence(state, userId)) ?? read;
}
