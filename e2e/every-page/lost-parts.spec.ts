/** A part of the program that does not load: a message, a button to try again, never a blank page. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { findTextFaults } from '../support/texts-in-sight.ts';

/** The message fills the page compactly, and the button has the size of a button. */
async function expectMessage(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('could not be loaded');
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  expect((await button.boundingBox())?.height).toBeLessThan(60);
}

const lost = {
  'the page of signing in, from the landing page': {
    file: /\/assets\/login-.*\.js/,
    lead: async (page: Page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign in' }).first().click();
    },
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the program itself, at the first load': {
    file: /\/assets\/base-.*\.js/,
    lead: async (page: Page) => void (await page.goto('/Login')),
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the routes of members, at the first load': {
    file: /\/assets\/member-[^/]*\.js/,
    lead: async (page: Page) => void (await page.goto('/terms-condition')),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: /Terms/ }),
  },
  'the stylesheet of every page, at the first load': {
    file: /\/assets\/base-[^/]*\.css/,
    lead: async (page: Page) => void (await page.goto('/Login')),
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the stylesheet of members, at the first load': {
    file: /\/assets\/member-[^/]*\.css/,
    lead: async (page: Page) => void (await page.goto('/terms-condition')),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: /Terms/ }),
  },
};

for (const [name, { file, lead, arrived }] of Object.entries(lost)) {
  test(`Lost is ${name}: the page says so and Try again brings it`, async ({ visit }) => {
    const { page } = await visit({ expectNetworkErrors: true });
    await page.route(file, (route) => route.abort());
    await lead(page);
    await expectMessage(page);
    await page.unroute(file);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(arrived(page)).toBeVisible();
  });
}

test('Lost is the program itself: the page says so in the language that was chosen', async ({ visit }) => {
  const { page } = await visit({ expectNetworkErrors: true });
  await page.addInitScript(() => localStorage.setItem('language', 'en-XA'));
  await page.route(/\/assets\/base-.*\.js/, (route) => route.abort());
  await page.goto('/Login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'en-XA');
  expect(await findTextFaults(page, ['main'])).toEqual([]);
});

test('Lost is the landing page at Logout: the page says so and Try again brings it', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), expectNetworkErrors: true });
  await page.goto('/home');
  const file = /\/assets\/landing-.*\.js/;
  await page.route(file, (route) => route.abort());
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectMessage(page);
  await page.unroute(file);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('could not be loaded');
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});

test('A page that was opened offline loads automatically once the browser is back online', async ({ visit, join }) => {
  const { page, context } = await visit({ signedIn: await join(), expectNetworkErrors: true });
  await page.goto('/home');
  await expect(page.getByRole('button', { name: /Your account/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loads when you’re back online.');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
});
