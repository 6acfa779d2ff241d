/** What becomes of the viewer's seats while the page is open: by other windows, by hosts, and by offers. */
const listeners = new Set<() => void>();

/** Has the seats that are shown loaded again. */
export function reloadSeats(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the viewer's seats may be others than before, also unnoticed. Returns how to stop. */
export function onSeatNews(listener: () => void): () => void {
  const onLook = () => {
    if (document.visibilityState === 'visible') listener();
  };
  listeners.add(listener);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', onLook);
  };
}
