/** An action in one tab is shown by the others, without a reload. */
import type { Page } from '@playwright/test';
import { expect, publish, test, uniqueText } from './support/fixtures.ts';

const postOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('A like, a bookmark and stars show in the member’s other window, and so does taking them back', async ({
  visit,
  join,
  api,
}) => {
  const text = uniqueText('Glaze notes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const windows = [await visit({ signedIn: me }), await visit({ signedIn: me })];
  const [here, there] = windows.map(({ page }) => postOf(page, text));
  if (!here || !there) throw new Error('two windows were opened');
  for (const { page } of windows) {
    await page.goto('/home?tab=latestPosts');
    await expect(postOf(page, text)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  const pressed = (name: string) => there.getByRole('button', { name, exact: true });
  for (const name of ['Like', 'Bookmark']) {
    await here.getByRole('button', { name, exact: true }).click();
    await expect(pressed(name)).toHaveAttribute('aria-pressed', 'true');
  }
  await here.getByRole('radio', { name: '4 stars' }).check();
  await expect(there.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await there.getByRole('button', { name: 'Post menu' }).click();
  await there.page().getByRole('menuitem', { name: 'Remove rating' }).click();
  await expect(here.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
  for (const name of ['Like', 'Bookmark']) {
    await here.getByRole('button', { name, exact: true }).click();
    await expect(pressed(name)).toHaveAttribute('aria-pressed', 'false');
  }
});

test('A post that is edited and then deleted by its author changes and leaves other members’ windows', async ({
  visit,
  join,
  api,
}) => {
  const better = uniqueText('Better words');
  const first = uniqueText('First words');
  const [author, viewer] = [await join(), await join()];
  const id = await publish(api, author, { description: first });
  const { page } = await visit({ signedIn: viewer });
  await page.goto('/home?tab=latestPosts');
  await expect(postOf(page, first)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await api(author, 'POST', '/post/update', { _id: id, description: better });
  await expect(postOf(page, better)).toBeVisible();
  await api(author, 'DELETE', `/post/delete/${id}`);
  await expect(postOf(page, better)).toHaveCount(0);
  await expect(page.getByText('This post was deleted.')).toBeVisible();
});

test('Stars are chosen by keyboard with one call, however many keys move over them', async ({ visit, join, api }) => {
  const text = uniqueText('Ash glazes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: me });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/post/rating')) calls++;
  });
  await page.goto('/home?tab=latestPosts');
  const post = postOf(page, text);
  await post.getByRole('radio', { name: '1 star' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(post.getByRole('radio', { name: '4 stars' })).toBeFocused();
  expect(calls).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rating saved.')).toBeVisible();
  expect(calls).toBe(1);
});

test('A name that is changed in one window shows in the member’s other window', async ({ visit, join, api }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  const card = page.getByRole('complementary', { name: 'About you and filters' });
  await expect(card.getByText(`${me.firstName} ${me.lastName}`)).toBeVisible();
  const socket = page.waitForEvent('websocket');
  await page.reload();
  await socket;
  await expect(async () => {
    await api(me, 'PUT', '/updateProfile', { firstName: 'Salma' });
    await expect(card.getByText(`Salma ${me.lastName}`)).toBeVisible({ timeout: 500 });
  }).toPass();
});
