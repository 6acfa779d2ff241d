import type { Page } from '@playwright/test';
import { expect, test, uniqueText } from './support/fixtures.ts';

/** Opens the composer and returns its field, when the draft of the server has arrived. */
async function compose(page: Page) {
  await page.goto('/home');
  const loaded = page.waitForResponse((answer) => answer.url().endsWith('/api/drafts/new'));
  await page.getByRole('button', { name: /What are you working on after hours|Continue your draft/ }).click();
  await loaded;
  return page.getByRole('dialog', { name: 'New post' }).getByRole('textbox', { name: 'Description' });
}

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/drafts/new') && answer.request().method() === 'PUT');

test('A post begun on one device is continued and published on another; conflicting changes are asked about', async ({
  visit,
  join,
}) => {
  const member = await join();
  const { page: laptop } = await visit({ signedIn: member });
  const { page: phone } = await visit({ signedIn: member, width: 390, height: 844 });
  const [first, second] = [uniqueText('Begun on the laptop'), uniqueText('continued on the phone')];

  const here = await compose(laptop);
  const begun = saved(laptop);
  await here.fill(first);
  await begun;
  const there = await compose(phone);
  await expect(there).toHaveValue(first);
  const continued = saved(phone);
  await there.fill(`${first}, ${second}`);
  await continued;

  // Both have changed the same version.
  const refused = saved(laptop);
  await here.fill(`${first} and changed there`);
  expect((await refused).status()).toBe(409);
  await expect(laptop.getByText('You changed this draft on another device, too.')).toBeVisible();
  await laptop.getByRole('button', { name: 'Use that one' }).click();
  await expect(here).toHaveValue(`${first}, ${second}`);

  const deleted = phone.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await phone.getByRole('button', { name: 'Publish' }).click();
  await expect(phone.getByRole('article').filter({ hasText: second })).toBeVisible();
  await deleted;
  // Published there, it is no draft here any more.
  await expect(await compose(laptop)).toHaveValue('');
});
