/** A script or stylesheet that does not load leads to a message and a button to try again, never to a blank page. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { findTextFaults } from '../support/text-faults.ts';

/** Expects the message, with a button that is not stretched. */
async function expectMessage(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('could not be loaded');
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  expect((await button.boundingBox())?.height).toBeLessThan(60);
}

const lostFiles = {
  'the script of the sign-in page': {
    file: /\/assets\/login-.*\.js/,
    lead: async (page: Page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign in' }).first().click();
    },
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the main script': {
    file: /\/assets\/base-.*\.js/,
    lead: async (page: Page) => void (await page.goto('/Login')),
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the script of the members’ pages': {
    file: /\/assets\/member-[^/]*\.js/,
    lead: async (page: Page) => void (await page.goto('/terms-condition')),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: /Terms/ }),
  },
  'the common stylesheet': {
    file: /\/assets\/base-[^/]*\.css/,
    lead: async (page: Page) => void (await page.goto('/Login')),
    arrived: (page: Page) => page.getByRole('heading', { name: 'Sign in' }),
  },
  'the stylesheet of the members’ pages': {
    file: /\/assets\/member-[^/]*\.css/,
    lead: async (page: Page) => void (await page.goto('/terms-condition')),
    arrived: (page: Page) => page.getByRole('heading', { level: 1, name: /Terms/ }),
  },
};

for (const [name, { file, lead, arrived }] of Object.entries(lostFiles)) {
  test(`If ${name} does not load, the page says so, and Try again loads it`, async ({ visit }) => {
    const { page } = await visit({ expectNetworkErrors: true });
    await page.route(file, (route) => route.abort());
    await lead(page);
    await expectMessage(page);
    await page.unroute(file);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(arrived(page)).toBeVisible();
  });
}

test('If the main script does not load, the page says so in the chosen language', async ({ visit }) => {
  const { page } = await visit({ expectNetworkErrors: true });
  await page.addInitScript(() => localStorage.setItem('language', 'en-XA'));
  await page.route(/\/assets\/base-.*\.js/, (route) => route.abort());
  await page.goto('/Login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'en-XA');
  expect(await findTextFaults(page, ['main'])).toEqual([]);
});

test('If the landing page does not load at logout, the page says so, and Try again loads it', async ({
  visit,
  join,
}) => {
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
