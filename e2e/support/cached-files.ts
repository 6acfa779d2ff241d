/** The files that the service worker caches. */
import type { Page } from '@playwright/test';

/** Waits until the worker has cached the application and controls this page. */
export async function untilCached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Returns the sorted paths of all cached files. */
export const listCached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths.toSorted();
  });
