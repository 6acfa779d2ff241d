import { keepLoading } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

/** By then the page has rendered and requested its content. */
const LATEST_MS = 10_000;

function whenIdle(run: () => void): void {
  const begin = () => {
    // Not supported by every browser.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, 2_000);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/** Starts the installed-app features as soon as the page is idle. Returns a function that stops them. */
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
