/** The product as an installed app, with the service worker, which is off in most other journeys. */
import type { Page } from '@playwright/test';
import { MAX_DRAFT } from '../../contract/src/posts/posts.ts';
import { listCached, untilCached } from '../support/cached-files.ts';
import { row, sendMessage, thread, write } from '../support/chat-page.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';

test.use({ settings: { SERVICE_WORKER: 'on' } });
// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

/** Opens a page while offline. Returns the time until it was rendered, in milliseconds. */
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

test('without a connection every page renders within a second, and shows that the browser is offline', async ({
  visit,
  join,
}) => {
  const { page, context } = await visit({ signedIn: await join(), expectNetworkErrors: true, width: 390, height: 844 });
  await page.goto('/home');
  await untilCached(page);
  // A page that comes from the worker loses the emulated offline state.
  await page.addInitScript(() => {
    if (localStorage.getItem('line') === 'cut') Object.defineProperty(navigator, 'onLine', { value: false });
  });
  await page.evaluate(() => localStorage.setItem('line', 'cut'));
  await context.setOffline(true);
  const durations: number[] = [];
  for (const path of routes) {
    durations.push(await openOffline(page, path));
    await expect(page.getByText(/^You’re offline/)).toBeVisible();
    await expect(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /Messages/ })
        .last(),
    ).toBeVisible();
  }
  // A busy machine may take longer now and then, but not as long as a page that waits for a slow connection.
  const [median = 0] = durations.toSorted((a, b) => a - b).slice(durations.length / 2);
  expect(median).toBeLessThan(1_000);
  expect(Math.max(...durations)).toBeLessThan(3_000);
  await page.evaluate(() => localStorage.removeItem('line'));
  await context.setOffline(false);
  await page.goto('/home');
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0);
});

test('messages written offline survive a reload, and are sent once back online', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'From Ben');
  const { page, context } = await visit({ signedIn: ana, expectNetworkErrors: true });
  await page.goto('/Messages');
  await row(page, 'Ben').click();
  await expect(thread(page, 'Ben').getByText('From Ben')).toBeVisible();
  await untilCached(page);
  await context.setOffline(true);
  await write(page, 'Ben', 'Written in a tunnel');
  await expect(thread(page, 'Ben').getByText('Written in a tunnel')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Written in a tunnel')).toBeVisible();
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

type Access = { mode: IDBTransactionMode; put?: unknown };

/** Counts the items that another app has shared and no form has taken yet. First stores `put`, if given. */
const accessShared = (page: Page, { mode, put }: Access): Promise<number> =>
  page.evaluate(
    async ([transactionMode, added]) => {
      const until = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)));
      const opening = indexedDB.open('afterhours-shared');
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('content'));
      const db = await until(opening);
      const store = db.transaction('content', transactionMode).objectStore('content');
      if (added !== undefined) await until(store.put(added, 'latest'));
      const count = await until(store.count());
      db.close();
      return count;
    },
    [mode, put] as const,
  );
const storeShared = (page: Page) =>
  accessShared(page, { mode: 'readwrite', put: { text: 'For my eyes', pictures: [], at: Date.now() } });
const countShared = (page: Page) => accessShared(page, { mode: 'readonly' });

test('no responses or pages of a member are cached, and shared content is deleted at sign-out', async ({
  visit,
  join,
  api,
}) => {
  const member = await join({ firstName: 'Zebedee' });
  await publish(api, member, { description: uniqueText('Kept by nobody') });
  const { page } = await visit({ signedIn: member });
  await page.goto('/home');
  await untilCached(page);
  for (const path of [`/@${member.username}`, '/Messages', '/home']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  }
  const check = async () => {
    const cached = await listCached(page);
    expect(cached.length).toBeGreaterThan(20);
    expect(cached.filter((path) => path !== '/app-shell.html' && !path.startsWith('/assets/'))).toEqual([]);
    const shell = await page.evaluate(async () => (await caches.match('/app-shell.html'))?.text());
    expect(shell).not.toContain('Zebedee');
    expect(shell).not.toContain('Kept by nobody');
  };
  await check();
  await storeShared(page);
  expect(await countShared(page)).toBe(1);
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await check();
  await expect.poll(() => countShared(page)).toBe(0);
});

/** Sends the form that a phone sends when another app shares something. */
async function share(page: Page, fields: { title: string; text: string; url: string }): Promise<void> {
  await page.evaluate(async (values) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    canvas.getContext('2d')?.fillRect(10, 10, 20, 20);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    for (const [name, value] of Object.entries(values)) {
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

test('content shared from another app fills the new post form, once', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/home');
  await untilCached(page);
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

test('a shared text that is longer than a draft may be is cut, and the form for the new post says so', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/home');
  await untilCached(page);
  const form = page.getByRole('dialog', { name: 'New post' });
  const description = form.getByRole('textbox', { name: 'Description' });
  await share(page, { title: '', text: 'a'.repeat(MAX_DRAFT), url: '' });
  await expect(description).toHaveValue('a'.repeat(MAX_DRAFT));
  await expect(form.getByText(/The shared text is too long/)).toBeHidden();
  await form.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await share(page, { title: '', text: 'b'.repeat(MAX_DRAFT + 1), url: '' });
  await expect(form.getByText(/The shared text is too long/)).toBeVisible();
  await expect(description).toHaveValue('b'.repeat(MAX_DRAFT));
});

test('a browser finds no obstacle to installing the app', async ({ visit, join }) => {
  const { page, context } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/home');
  await untilCached(page);
  const inspector = await context.newCDPSession(page);
  const { installabilityErrors } = await inspector.send('Page.getInstallabilityErrors');
  // Test contexts are incognito. A headless shell reports no errors at all, so Chromium's criteria are checked below.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, manifest } = (await inspector.send('Page.getAppManifest')) as unknown as {
    errors: object[];
    manifest: { name: string; display: string; startUrl: string; scope: string; icons: { sizes: string }[] };
  };
  expect(errors).toEqual([]);
  const { origin } = new URL(page.url());
  expect(manifest).toMatchObject({ display: 'kStandalone', startUrl: `${origin}/home`, scope: `${origin}/` });
  expect(manifest.name).not.toBe('');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
});

test('the page links to its manifest, and nothing is cached for a guest', async ({ visit }) => {
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
  expect(await listCached(page)).toEqual([]);
});
