/**
 * Notifies open pages of changes made elsewhere: in other tabs, or by other people. `notify` makes the listeners reload
 * what they show, unless the page is hidden; without an argument anything may have changed. `listen` registers a
 * listener, which is also called when the page becomes visible again, because some changes send no event. It returns a
 * function that unregisters the listener.
 */
export function createNews<T = never>() {
  const listeners = new Set<(about?: T) => void>();
  const notify = (about?: T): void => {
    if (document.visibilityState === 'hidden') return;
    for (const listener of listeners) listener(about);
  };
  const listen = (listener: (about?: T) => void): (() => void) => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') listener();
    };
    listeners.add(listener);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('visibilitychange', onVisible);
    };
  };
  return [notify, listen] as const;
}
