/** Pages that everyone can read, with and without scripts, signed in or not. */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Page } from '@playwright/test';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openBeforeProgram } from '../support/hold-program.ts';

/**
 * Records layout shifts, and the frames without `text` after it was first visible (see `readSeen`). Returns a list to
 * which the path of each call is added.
 */
async function watch(page: Page, text: string): Promise<string[]> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/uploads/')) calls.push(pathname);
  });
  await page.addInitScript((expected) => {
    const seen = { shift: 0, there: false, gaps: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    const inspectFrame = () => {
      const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
      let shown = false;
      while (!shown && texts.nextNode()) {
        const part = texts.currentNode.parentElement?.getBoundingClientRect();
        shown = (texts.currentNode.nodeValue?.includes(expected) && part && part.top < innerHeight) ?? false;
      }
      if (seen.there && !shown) seen.gaps += 1;
      seen.there ||= shown;
      requestAnimationFrame(inspectFrame);
    };
    requestAnimationFrame(inspectFrame);
  }, text);
  return calls;
}

const readSeen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: { shift: number; there: boolean; gaps: number } }).seen);

test('Guests read a profile, a hashtag, webinars and jobs at once: nothing moves, nothing is requested again', async ({
  visit,
  join,
  api,
}) => {
  const tag = `kiln${process.pid}`;
  const ana = await join({ firstName: 'Ana', lastName: 'Lindqvist' });
  await publish(api, ana, { description: `Opened the kiln at last. #${tag}` });
  await publish(api, ana, { postType: 'job', title: 'A baker for Sundays', description: `Early hours. #${tag}` });
  const webinar = { postType: 'webinar', title: 'Pricing a bowl', link: 'https://meet.example/secret' };
  // It starts before all other webinars, so it is the first in the list.
  const startsAt = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  await publish(api, ana, { ...webinar, description: 'Bring one.', startsAt });
  const textByPath: Record<string, string> = {
    [`/@${ana.username}`]: 'Opened the kiln at last',
    [`/tags/${tag}`]: 'Opened the kiln at last',
    '/webinars': 'Pricing a bowl',
    '/jobs': 'A baker for Sundays',
  };
  for (const [path, text] of Object.entries(textByPath)) {
    const { page, context } = await visit();
    const calls = await watch(page, text);
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Your account: Guest' })).toBeVisible();
    await expect(page.getByText(text).first()).toBeVisible();
    const { shift, ...seen } = await readSeen(page);
    expect(shift, path).toBeLessThan(0.005);
    expect(seen, path).toEqual({ there: true, gaps: 0 });
    expect(calls, path).toEqual([]);
    await context.close();
  }
});

test('On a phone guests have room to search, because the menu, which has the same two links, is hidden', async ({
  visit,
}) => {
  const { page } = await visit();
  const menu = page.getByRole('button', { name: 'Your account: Guest', includeHidden: true });
  for (const [width, isShown] of [
    [320, false],
    [390, false],
    [768, true],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/jobs');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(menu).toBeVisible({ visible: isShown });
  }
});

test('A guest who keeps reading while the scripts load stays at the same post, which never disappears', async ({
  visit,
  join,
  api,
}) => {
  const tag = `wheel${process.pid}`;
  const ana = await join();
  for (const day of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'])
    await publish(api, ana, { description: `The ${day} evening at the wheel.\n\n\n\n#${tag}`, title: `Turn ${day}` });
  const { page } = await visit();
  await watch(page, 'The second evening');
  let release: () => void = () => undefined;
  const hasScrolled = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/base-[^/]*\.js/, (route) => hasScrolled.then(() => route.continue()));
  await openBeforeProgram(page, `/tags/${tag}`);
  const text = page.getByText('The second evening').first();
  await text.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 100);
  const topOfText = async () => (await text.boundingBox())?.y ?? Number.NaN;
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  const before = await topOfText();
  release();
  await expect(page.getByRole('button', { name: 'Your account: Guest' })).toBeVisible();
  // The text moves by less than half a line.
  expect(Math.abs((await topOfText()) - before)).toBeLessThan(12);
  expect(await readSeen(page)).toMatchObject({ there: true, gaps: 0 });
});

test('If the scripts do not load, guests keep what they read, and members see a message', async ({
  visit,
  join,
  api,
}) => {
  const ana = await join();
  const text = uniqueText('Kept');
  const id = await publish(api, ana, { description: text });
  for (const member of [undefined, ana]) {
    const { page, context } = await visit({ expectNetworkErrors: true, ...(member && { signedIn: member }) });
    await page.route(/\/assets\/base-[^/]*\.js/, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/base-'));
    await page.goto(`/p/${id}`);
    await failed;
    if (member) await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    else await expect(page.getByText(text)).toBeVisible();
    await context.close();
  }
});

test('Without scripts a public page has its content and its links, and a member sees none of it', async ({
  browser,
  product,
  visit,
  join,
  api,
}) => {
  const description = uniqueText('Read without scripts');
  const ana = await join({ firstName: 'Vera', lastName: 'Okafor' });
  const id = await publish(api, ana, { description });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.origin });
  const page = await context.newPage();
  await page.goto(`/p/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Post by Vera Okafor' })).toBeVisible();
  await page.getByRole('link', { name: 'Vera Okafor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vera Okafor' })).toBeVisible();
  await expect(page.getByText(description)).toBeVisible();
  await page.getByRole('link', { name: 'Webinars' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webinars' })).toBeVisible();
  for (const nowhere of ['/nowhere', '/@nobody.has.this']) {
    await page.goto(nowhere);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address.');
    await expect(page.getByRole('link', { name: 'Jobs' })).toBeVisible();
  }
  await api(ana, 'DELETE', `/post/delete/${id}`);
  await page.goto(`/p/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page at this address has been deleted.');
  await context.close();

  const { page: own } = await visit({ signedIn: ana });
  const calls = await watch(own, description);
  await own.goto(`/@${ana.username}`);
  await expect(own.getByRole('link', { name: 'Edit your profile' })).toBeVisible();
  expect(calls).toContain(`/api/users/named/${ana.username}`);
});

test('A former username leads to the current one, and members reach webinars and jobs from their menu', async ({
  visit,
  join,
  api,
}) => {
  const ana = await join({ firstName: 'Edda', lastName: 'Roth' });
  const [before, after] = [`edda.${process.pid}`, `edda.r.${process.pid}`];
  for (const username of [before, after]) await api(ana, 'PUT', '/updateProfile', { username });
  const { page } = await visit({ signedIn: ana, width: 390, height: 844 });
  await page.goto(`/@${before}`);
  await page.waitForURL(`**/@${after}`);
  await page.getByRole('button', { name: 'Your account: Edda Roth' }).click();
  await page.getByRole('menuitem', { name: 'Webinars' }).click();
  await page.waitForURL('**/webinars');
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(page).toHaveURL(/tab=past/);
  await page.getByRole('button', { name: 'Your account: Edda Roth' }).click();
  await page.getByRole('menuitem', { name: 'Jobs' }).click();
  await page.getByRole('searchbox', { name: 'Keywords' }).fill('nobodywantsthis');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('No job matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page).toHaveURL(/\/jobs$/);
  expect((await page.goto('/@nobody.has.this'))?.status()).toBe(404);
  await expect(page.getByText('Page Not Found')).toBeVisible();
});
