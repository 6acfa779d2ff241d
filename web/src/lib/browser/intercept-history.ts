/**
 * Receives Back and Forward before the router does. Listeners of the window run in the order in which they were added,
 * capturing or not (Chromium), so `main.tsx` imports this module before it creates the router.
 */
type Handler = (event: PopStateEvent) => void;

const handlers: Handler[] = [];

addEventListener('popstate', (event) => handlers.at(-1)?.(event));

/** Passes Back and Forward to `handler` first, which may hide them from the router. Returns a function to stop that. */
export function interceptHistory(handler: Handler): () => void {
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}
