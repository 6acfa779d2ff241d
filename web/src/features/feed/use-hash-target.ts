import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusPost, readHashId, slotsOf } from './post-slots.ts';

// Each visit scrolls only once: on Back, the viewer returns to the old position.
const visited = new Set<string>();

/** Scrolls to the post in the address's hash once it is among those shown. */
export function useHashTarget(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const { hash, key } = useLocation();
  const id = readHashId(hash);
  const here = id !== '' && ids.includes(id);
  useEffect(() => {
    const visit = `${key}#${id}`;
    if (!here || visited.has(visit)) return;
    visited.add(visit);
    focusPost(slotsOf(list.current).find((slot) => slot.dataset.slot === id));
  }, [list, id, key, here]);
}
