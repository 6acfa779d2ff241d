import { keepLoading } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

/** The page is drawn and has asked for what it shows by then. */
const LATEST_MS = 10_000;

function whenIdle(run: () => void): void {
  const begin = () => {
    // Not in every browser.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, 2_000);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/** Starts what the product does as an app, as soon as the page has nothing else to do. Returns how to stop. */
export function keepInstalledApp(store: AppStore): () => void {
  let left = false;
  let stop: (() => void) | undefined;
  whenIdle(() => {
    if (left) return;
    void keepLoading(() => import('./start.ts')).then(({ startInstalledApp }) => {
      if (!left) stop = startInstalledApp(store);
    });
  });
  return () => {
    left = true;
    stop?.();
  };
}
