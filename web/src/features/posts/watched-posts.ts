/** The posts whose cards are drawn: what happens to them is shown live. */
import { useEffect } from 'react';

const drawn = new Map<string, number>();
const listeners = new Set<() => void>();

function change(id: string, by: 1 | -1): void {
  const count = (drawn.get(id) ?? 0) + by;
  if (count > 0) drawn.set(id, count);
  else drawn.delete(id);
  for (const listener of listeners) listener();
}

/** Has a post watched while the component is there. */
export function useWatched(id: string): void {
  useEffect(() => {
    change(id, 1);
    return () => change(id, -1);
  }, [id]);
}

export const listWatched = (): string[] => [...drawn.keys()];

/** Calls back when other posts are watched. Returns how to stop. */
export function onWatchedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
