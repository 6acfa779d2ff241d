import { useEffect, useRef } from 'react';

type Listener = (userId: string) => void;

const listeners = new Set<Listener>();

/** Tells open pages that a member's account was deleted or banned. */
export function notifyGone(userId: string): void {
  for (const listener of listeners) listener(userId);
}

/** Calls `listener` for each member whose account is deleted or banned while the component is shown. */
export function useGoneMembers(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const listen: Listener = (userId) => latest.current(userId);
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, []);
}

/** All tabs hear of a deleted account at once, and must not load at once. */
export const RELOADED_WITHIN_MS = 1_500;

/** Calls `reload` soon after members are gone, because they may have been counted; several at once are one reload. */
export function useReloadWithoutGone(reload: () => void): void {
  const latest = useRef(reload);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useGoneMembers(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), Math.random() * RELOADED_WITHIN_MS);
  });
}
