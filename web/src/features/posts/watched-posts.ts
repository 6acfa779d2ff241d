/** The posts whose cards are mounted: they are updated live. */
import { useEffect } from 'react';

const mounted = new Map<string, number>();
const listeners = new Set<() => void>();

function change(id: string, by: 1 | -1): void {
  const count = (mounted.get(id) ?? 0) + by;
  if (count > 0) mounted.set(id, count);
  else mounted.delete(id);
  for (const listener of listeners) listener();
}

/** Watches a post while the component is mounted. */
export function useWatched(id: string): void {
  useEffect(() => {
    change(id, 1);
    return () => change(id, -1);
  }, [id]);
}

export const listWatched = (): string[] => [...mounted.keys()];

/** Calls `listener` when the set of watched posts changes. Returns a function that unsubscribes. */
export function onWatchedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
