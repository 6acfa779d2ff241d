import type { Page } from '@playwright/test';
import { expect, test, uniqueText } from '../support/fixtures.ts';

/** Opens the composer and returns its text field once the server's draft has arrived. */
async function compose(page: Page) {
  await page.goto('/home');
  const loaded = page.waitForResponse((response) => response.url().includes('/api/drafts?'));
  await page.getByRole('button', { name: /What are you working on after hours|Continue your draft/ }).click();
  await loaded;
  return page.getByRole('dialog', { name: 'New post' }).getByRole('textbox', { name: 'Description' });
}

const untilSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/drafts/new') && response.request().method() === 'PUT');

test('A post begun on one device is published on another; on a conflict the member chooses a version', async ({
  visit,
  join,
}) => {
  const member = await join();
  const { page: laptop } = await visit({ signedIn: member });
  const { page: phone } = await visit({ signedIn: member, width: 390, height: 844 });
  const [first, second] = [uniqueText('Begun on the laptop'), uniqueText('continued on the phone')];

  const here = await compose(laptop);
  const begun = untilSaved(laptop);
  await here.fill(first);
  await begun;
  const there = await compose(phone);
  await expect(there).toHaveValue(first);
  const continued = untilSaved(phone);
  await there.fill(`${first}, ${second}`);
  await continued;

  // Both devices have changed the same version.
  const conflicting = untilSaved(laptop);
  await here.fill(`${first} and changed there`);
  expect((await conflicting).status()).toBe(409);
  await expect(laptop.getByText('You changed this draft on another device, too.')).toBeVisible();
  await laptop.getByRole('button', { name: 'Use that one' }).click();
  await expect(here).toHaveValue(`${first}, ${second}`);

  const deleted = phone.waitForResponse((response) => response.request().method() === 'DELETE');
  await phone.getByRole('button', { name: 'Publish' }).click();
  await expect(phone.getByRole('article').filter({ hasText: second })).toBeVisible();
  await deleted;
  // After publication on the phone, the laptop has no draft any more.
  await expect(await compose(laptop)).toHaveValue('');
});

test('Opening the composer without a draft makes no request that fails', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url());
  });
  await expect(await compose(page)).toHaveValue('');
  expect(failed).toEqual([]);
});

test('On a phone, Back closes the form for a new post, whose draft stays, and leaves the page only after that', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/privacy-policy');
  const description = await compose(page);
  const text = uniqueText('Written on the tram');
  await description.fill(text);
  await page.goBack();
  await expect(description).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: 'Continue your draft' }).click();
  await expect(description).toHaveValue(text);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});
