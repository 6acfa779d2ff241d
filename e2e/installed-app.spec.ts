/** The product as an app on a device, with the service worker, which other journeys run without. */
import type { Page } from '@playwright/test';
import { row, say, thread, write } from './support/chat-page.ts';
import { expect, publish, test, uniqueText } from './support/fixtures.ts';
import { startReleases } from './support/releases.ts';

test.use({ settings: { SERVICE_WORKER: 'on' } });

/** The worker has kept the program and answers for this page. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

const listKept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    }
    return kept.toSorted();
  });

/** Opens a page without a connection. Returns after how many milliseconds it was drawn. */
async function openOffline(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  return page.evaluate(async () => {
    while (!document.querySelector('main')) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now();
  });
}

const routes = [
  '/home',
  '/mynetwork',
  '/mynetwork/invitaions',
  '/Messages',
  '/Notification',
  '/Profile',
  '/Settings',
  '/activities',
  '/bookmarks',
  '/scheduled',
  '/find',
  '/connections',
  '/results',
  '/webinars',
  '/jobs',
  '/tags/evening',
  '/@somebody',
  '/p/1',
  '/terms-condition',
  '/no/such/page',
];

test('without a connection every page is drawn within a second, and says that one is offline', async ({
  visit,
  join,
}) => {
  const { page, context } = await visit({ signedIn: await join(), lineCut: true, width: 390, height: 844 });
  await page.goto('/home');
  await untilKept(page);
  await context.setOffline(true);
  const took: number[] = [];
  for (const path of routes) {
    took.push(await openOffline(page, path));
    await expect(page.getByText(/^You’re offline/)).toBeVisible();
    await expect(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /Messages/ })
        .last(),
    ).toBeVisible();
  }
  // A busy machine takes longer now and then, but never waits as for a slow connection.
  const [median = 0] = took.toSorted((one, other) => one - other).slice(took.length / 2);
  expect(median).toBeLessThan(1_000);
  expect(Math.max(...took)).toBeLessThan(3_000);
  await context.setOffline(false);
  await page.goto('/home');
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0);
});

test('what was written offline is there after a reload, and is sent once the line is back', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await say(api, ben, ana, 'From Ben');
  const { page, context } = await visit({ signedIn: ana, lineCut: true });
  await page.goto('/Messages');
  await row(page, 'Ben').click();
  await expect(thread(page, 'Ben').getByText('From Ben')).toBeVisible();
  await untilKept(page);
  await context.setOffline(true);
  await write(page, 'Ben', 'Written in a tunnel');
  await expect(thread(page, 'Ben').getByText('Written in a tunnel')).toBeVisible();
  await page.goto('/home?compose=post');
  const description = page.getByRole('dialog', { name: 'New post' }).getByRole('textbox', { name: 'Description' });
  await description.fill('Begun in a tunnel');
  await page.reload();
  await page.goto('/home?compose=post');
  await expect(description).toHaveValue('Begun in a tunnel');
  await context.setOffline(false);
  await page.goto('/Messages');
  await expect(row(page, 'Ben').getByText('Written in a tunnel')).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await api(ben, 'GET', `/messages?read=false&userId=${ana.id}`)))
    .toContain('Written in a tunnel');
});

test('neither answers nor pages of a member are kept, and nothing that was shared after signing out', async ({
  visit,
  join,
  api,
}) => {
  const member = await join({ firstName: 'Zebedee' });
  await publish(api, member, { description: uniqueText('Kept by nobody') });
  const { page } = await visit({ signedIn: member });
  await page.goto('/home');
  await untilKept(page);
  for (const path of [`/@${member.username}`, '/Messages', '/home']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  }
  const check = async () => {
    const kept = await listKept(page);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter((path) => path !== '/app-shell.html' && !path.startsWith('/assets/'))).toEqual([]);
    const shell = await page.evaluate(async () => (await caches.match('/app-shell.html'))?.text());
    expect(shell).not.toContain('Zebedee');
    expect(shell).not.toContain('Kept by nobody');
  };
  await check();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await check();
  const shared = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('afterhours-shared')) return 0;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opened = indexedDB.open('afterhours-shared');
      opened.addEventListener('success', () => resolve(opened.result));
    });
    return new Promise((resolve) => {
      const counted = db.transaction('content').objectStore('content').count();
      counted.addEventListener('success', () => resolve(counted.result));
    });
  });
  expect(shared).toBe(0);
});

/** Sends the form that a phone sends for what another app shares. */
async function share(page: Page, fields: { title: string; text: string; url: string }): Promise<void> {
  await page.evaluate(async (given) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    canvas.getContext('2d')?.fillRect(10, 10, 20, 20);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    for (const [name, value] of Object.entries(given)) {
      const input = document.createElement('input');
      Object.assign(input, { name, value });
      form.append(input);
    }
    const files = new DataTransfer();
    files.items.add(new File(picture ? [picture] : [], 'evening.png', { type: 'image/png' }));
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'pictures' });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, fields);
}

test('what another app shares is in the form of a new post, once', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/home');
  await untilKept(page);
  await share(page, { title: 'A bench', text: 'Look at this', url: 'https://example.com/bench' });
  const form = page.getByRole('dialog', { name: 'New post' });
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'A bench\nLook at this\nhttps://example.com/bench',
  );
  await expect(
    form.locator('img[src^="/api/uploads/"][src*="/demo/"], img[src^="/api/uploads/post"]').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await form.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.goto('/home?compose=post');
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('');
});

const buildOf = (page: Page) => page.locator('meta[name="app-build"]').getAttribute('content');

/** Walks to pages that this page has not loaded yet. */
async function walk(page: Page): Promise<void> {
  for (const name of ['My Network', 'Messages', 'Notifications']) {
    await page.getByRole('banner').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
}

test('two releases in a row: the open page goes on whole, and becomes the new version when it is asked to', async ({
  visit,
  join,
  product,
}) => {
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin });
  await page.goto('/home');
  await untilKept(page);
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

test('a part that is gone with a release makes the page the new version at once', async ({ visit, join, product }) => {
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin, lineCut: true });
  await page.goto('/home');
  await untilKept(page);
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

test('SERVICE_WORKER=off removes the worker and all that it kept', async ({ visit, join, product, startOnce }) => {
  const without = await startOnce({ SERVICE_WORKER: 'off' });
  const releases = await startReleases(product.origin);
  const { page, context } = await visit({ signedIn: await join(), origin: releases.origin });
  await page.goto('/home');
  await untilKept(page);
  expect(await countWorkers(page)).toBe(1);
  releases.turnTo(without.origin);
  await page.goto('/terms-condition');
  await expect.poll(() => countWorkers(page)).toBe(0);
  await expect.poll(() => listKept(page)).toEqual([]);
  await page.goto('/terms-condition');
  await expect(page.getByRole('heading', { level: 1, name: /Terms/ })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await context.close();
  await releases.stop();
});

test('the page names what makes it an app, and a guest keeps nothing', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/');
  const manifest = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
    return (await fetch(href)).json() as Promise<{ icons: { src: string; sizes: string }[]; start_url: string }>;
  });
  expect(manifest).toMatchObject({ id: '/', start_url: '/home', scope: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  expect(await listKept(page)).toEqual([]);
});
