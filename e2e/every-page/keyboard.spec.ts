import type { Page } from '@playwright/test';
import { expect, PASSWORD, test, uniqueText } from '../support/fixtures.ts';

/** Presses Tab until the element has the focus, as somebody without a pointer does. Throws if Tab does not reach it. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  for (let count = 0; count < 60; count++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${role} "${name}" is not reached by Tab`);
}

test('a member signs in, posts, likes and signs out by keyboard alone', async ({ visit, join }) => {
  const text = uniqueText('Written without a mouse');
  const member = await join({ firstName: 'Kei', lastName: 'Sato' });
  const { page } = await visit();
  await page.goto('/');
  await tabTo(page, 'link', 'Sign in');
  await page.keyboard.press('Enter');
  await page.waitForURL(/login/i);
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(member.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await expect(page.getByRole('tab', { name: 'Popular' })).toBeVisible();

  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.keyboard.type(text);
  await tabTo(page, 'button', 'Publish');
  await page.keyboard.press('Enter');
  const mine = page.getByRole('article').filter({ hasText: text });
  await expect(mine).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await expect(page.getByRole('article').first().getByRole('button', { name: /like/i, pressed: true })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();

  await tabTo(page, 'button', /Your account/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
});

test('the scroll position of a feed is kept while the top bar has the focus', async ({ visit, join, api }) => {
  const member = await join();
  for (let count = 0; count < 6; count++) {
    await api(member, 'POST', '/post/create', { postType: 'general', description: uniqueText('A long evening') });
  }
  const { page } = await visit({ signedIn: member });
  await page.goto('/home');
  await expect(page.getByRole('tab', { name: 'Popular' })).toBeVisible();
  // The page scrolls that far only once enough posts are shown.
  const scrollable = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(scrollable).toBeGreaterThan(300);
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
  await tabTo(page, 'link', 'Messages');
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Messages');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('starting a new post by its shortcut keeps the filters of the feed', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/home?type=job&hashtag=kiln');
  await expect(page.getByRole('button', { name: 'Jobs', pressed: true })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/type=job&hashtag=kiln/);
  await expect(page.getByRole('button', { name: 'Jobs', pressed: true })).toBeVisible();
});

test('an unsent post survives Escape and a reload', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/home');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill('Half a thought');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: /What are you working on after hours|draft/i }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought');
});

test('the account menu stays in a small viewport, and each of its entries can be reached', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 320, height: 640 });
  await page.goto('/home');
  const menu = page.getByRole('menu', { name: 'Your account' });
  const last = menu.getByRole('menuitem', { name: 'Logout' });
  // A phone, upright and turned.
  for (const [width, height] of [
    [320, 640],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: /Your account/ }).click();
    const panel = menu.locator('xpath=..');
    await expect(panel).toBeInViewport({ ratio: 1 });
    for (const entry of await menu.locator('[role^="menuitem"]').all()) {
      await expect(entry).toBeFocused();
      await expect(entry).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('ArrowDown');
    }
    await panel.hover();
    await page.mouse.wheel(0, -2_000);
    await expect(last).not.toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 2_000);
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('Safari focuses what is pressed on the sign-in page, too', async ({ visit }) => {
  const { page } = await visit();
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' }),
  );
  await page.goto('/Login');
  const link = page.getByRole('link', { name: 'Forgot your password?' });
  await link.dispatchEvent('mousedown');
  await expect(link).toHaveAttribute('tabindex', '0');
});
