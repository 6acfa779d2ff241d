/**
 * What changes elsewhere while a page is open: in other windows, or by other people. `tell` has what is shown loaded
 * again, unless the page is out of sight; without an argument anything may have changed. `listen` calls back then, and
 * when the page is in sight again, because some changes send nothing. It returns how to stop.
 */
export function createNews<T = never>() {
  const listeners = new Set<(about?: T) => void>();
  const tell = (about?: T): void => {
    if (document.visibilityState === 'hidden') return;
    for (const listener of listeners) listener(about);
  };
  const listen = (listener: (about?: T) => void): (() => void) => {
    const onLook = () => {
      if (document.visibilityState === 'visible') listener();
    };
    listeners.add(listener);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('visibilitychange', onLook);
    };
  };
  return [tell, listen] as const;
}
