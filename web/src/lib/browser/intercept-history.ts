/**
 * Receives Back and Forward before the router does. Listeners of the window run in the order in which they were added,
 * capturing or not (Chromium), so `main.tsx` imports this module before it creates the router.
 */
type Handler = (event: PopStateEvent) => void;

/** What the router stores with a history entry: it numbers the entries it creates. */
type EntryState = { idx?: unknown; repeated?: true };

function readState(): EntryState {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}

/** Back from the entry that `repeatFirstEntry` added leaves both. */
function skipRepeated(): void {
  const { repeated, ...state } = readState();
  if (!repeated) return;
  history.replaceState(state, '');
  history.back();
}

const handlers: Handler[] = [skipRepeated];

addEventListener('popstate', (event) => handlers.at(-1)?.(event));

/** Passes Back and Forward to `handler` first, which may hide them from the router. Returns a function to stop that. */
export function interceptHistory(handler: Handler): () => void {
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}

/** Returns the position of the current history entry. */
export function readPosition(): number | undefined {
  const { idx } = readState();
  return typeof idx === 'number' ? idx : undefined;
}

/** On the first entry, Back would leave the site before it can be intercepted, so the same page is added once more. */
export function repeatFirstEntry(): void {
  if (readPosition() !== 0) return;
  const state = readState();
  history.replaceState({ ...state, repeated: true }, '');
  history.pushState({ ...state, idx: 1 }, '');
}
