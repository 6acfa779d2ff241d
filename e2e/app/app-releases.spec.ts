/** New versions of the product, and turning the service worker off, in browsers that have cached the application. */
import type { Page } from '@playwright/test';
import { listCached, untilCached } from '../support/cached-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { startReleases } from '../support/releases.ts';

test.use({ settings: { SERVICE_WORKER: 'on' } });
// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

const buildOf = (page: Page) => page.locator('meta[name="app-build"]').getAttribute('content');

/** Opens pages whose scripts may not be loaded yet. */
async function walk(page: Page): Promise<void> {
  for (const name of ['My Network', 'Messages', 'Notifications']) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
}

test('two releases in a row: the open page keeps working, and updates to the new version on request', async ({
  visit,
  join,
  product,
}) => {
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin });
  await page.goto('/home');
  await untilCached(page);
  for (const _release of [1, 2]) {
    const before = await buildOf(page);
    releases.release();
    await walk(page);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await walk(page);
    expect(await buildOf(page)).toBe(before);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await loaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await buildOf(page)).not.toBe(before);
    await walk(page);
    await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  }
  await context.close();
  await releases.stop();
});

test('a script that is missing after a release makes the page update at once', async ({ visit, join, product }) => {
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin, expectNetworkErrors: true });
  await page.goto('/home');
  await untilCached(page);
  const before = await buildOf(page);
  releases.release();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.getByRole('banner').getByRole('link', { name: 'My Network' }).click();
  await expect.poll(() => buildOf(page)).not.toBe(before);
  await expect(page.getByRole('heading', { level: 1, name: 'My Network' })).toBeVisible();
  await context.close();
  await releases.stop();
});

const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

test('SERVICE_WORKER=off removes the worker and everything it stored', async ({ visit, join, product, products }) => {
  const withoutWorker = await products.startOnce({ SERVICE_WORKER: 'off' });
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin });
  await page.goto('/home');
  await untilCached(page);
  expect(await countWorkers(page)).toBe(1);
  releases.switchTo(withoutWorker.origin);
  await page.goto('/terms-condition');
  await expect.poll(() => countWorkers(page).catch(() => null)).toBe(0);
  await expect.poll(() => listCached(page).catch(() => null)).toEqual([]);
  // While the worker removes itself, it reloads the page at some moment.
  await expect(async () => {
    await page.goto('/terms-condition');
    expect(await isControlled(page)).toBe(false);
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  await context.close();
  await releases.stop();
});
