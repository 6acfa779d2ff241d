/** Pages where texts run from right to left, as they will in Arabic and Hebrew: no catalog asks for that yet. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const openFromRight = async (page: Page, path: string): Promise<void> => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement) document.documentElement.dir = 'rtl';
    }).observe(document, { childList: true });
  });
  await page.goto(path);
};

test('from right to left, a button in a field does not cover its text', async ({ visit }) => {
  const { page } = await visit({ width: 320 });
  await openFromRight(page, '/Register');
  const date = page.getByRole('textbox', { name: 'Date of birth' });
  await date.fill('03-04-1991');
  const field = await date.boundingBox();
  const button = await page.getByRole('button', { name: 'Pick: Date of birth' }).boundingBox();
  // The text begins at the right edge, and the button is at the left one.
  expect(await date.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect(button!.x - field!.x).toBeLessThan(field!.width / 4);
});

test('from right to left, the arrows of rows point to the left', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 768 });
  await openFromRight(page, '/Settings');
  const row = page.getByRole('button', { name: /^Email/ });
  await expect(row.locator('svg').last()).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
});
