import { createPartLoader, loadWithRetries } from '#lib/parts/load-part.ts';
import type { WebinarFacts } from './webinar-facts.tsx';

let loaded: typeof WebinarFacts | null = null;

/** Returns the component once it is loaded, so that it can be rendered at once. */
export const findWebinarFacts = (): typeof WebinarFacts | null => loaded;

/** Loads the component once, however many lists wait for it: otherwise each of them would retry after a failure. */
export const loadWebinarFacts = createPartLoader(async () => {
  const part = await loadWithRetries(() => import('./webinar-facts.tsx'));
  loaded = part.WebinarFacts;
  return { default: loaded };
});
