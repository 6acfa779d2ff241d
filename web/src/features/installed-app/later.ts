import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

/** By then the page has rendered and requested its content. */
const LATEST_MS = 10_000;

function whenIdle(run: () => void): void {
  const schedule = () => {
    // Not supported by every browser.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, 2_000);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}

/** Starts the installed-app features as soon as the page is idle. Returns a function that stops them. */
export function keepInstalledApp(store: AppStore): () => void {
  let cancelled = false;
  let stop: (() => void) | undefined;
  whenIdle(() => {
    if (cancelled) return;
    void loadWithRetries(() => import('./start.ts')).then(({ startInstalledApp }) => {
      if (!cancelled) stop = startInstalledApp(store);
    });
  });
  return () => {
    cancelled = true;
    stop?.();
  };
}
