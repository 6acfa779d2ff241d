import { useEffect } from 'react';

/**
 * Keeps the ids of what mounted components show, the latest last. `useMounted` adds one while the component is mounted,
 * `list` returns all, and `onChange` calls a listener whenever they may have changed; it returns a function that
 * unsubscribes.
 */
export function createMountedIds() {
  const mounted = new Map<string, number>();
  const listeners = new Set<() => void>();
  const change = (id: string, by: 1 | -1): void => {
    const count = (mounted.get(id) ?? 0) + by;
    mounted.delete(id);
    if (count > 0) mounted.set(id, count);
    for (const listener of listeners) listener();
  };
  const useMounted = (id: string): void => {
    useEffect(() => {
      change(id, 1);
      return () => change(id, -1);
    }, [id]);
  };
  const list = (): string[] => [...mounted.keys()];
  const onChange = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return [useMounted, list, onChange] as const;
}
