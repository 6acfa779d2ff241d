import { useEffect, useEffectEvent } from 'react';

type Listener = (userId: string) => void;

const listeners = new Set<Listener>();

/** Tells open pages that a member's account was deleted or banned. */
export function notifyGone(userId: string): void {
  for (const listener of listeners) listener(userId);
}

function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `listener` for each member whose account is deleted or banned while the component is shown. */
export function useGoneMembers(listener: Listener): void {
  const onGone = useEffectEvent(listener);
  useEffect(() => listen((userId) => onGone(userId)), []);
}

/** All tabs hear of a deleted account at once, and must not load at once. */
export const RELOADED_WITHIN_MS = 1_500;

/** Calls `reload` soon after members are gone, because they may have been counted; several at once are one reload. */
export function useReloadWithoutGone(reload: () => void): void {
  const onDue = useEffectEvent(reload);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => onDue(), Math.random() * RELOADED_WITHIN_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}
