/** Calls `listener` whenever the page comes into sight or leaves it. Returns a function that stops it. */
export function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
