/**
 * Receives Back and Forward before the router does. Listeners of the window run in the order in which they were added,
 * capturing or not (Chromium), so `main.tsx` imports this module before it creates the router.
 */
type Hold = (event: PopStateEvent) => void;

const holds: Hold[] = [];

addEventListener('popstate', (event) => holds.at(-1)?.(event));

/** Passes Back and Forward to `hold` first, which may keep them from the router. Returns a function that stops this. */
export function holdHistory(hold: Hold): () => void {
  holds.push(hold);
  return () => {
    const at = holds.indexOf(hold);
    if (at !== -1) holds.splice(at, 1);
  };
}
