/** What the service worker keeps. */
import type { Page } from '@playwright/test';

/** Waits until the worker has kept the program and answers for this page. */
export async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

export const listKept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    }
    return kept.toSorted();
  });
