import { expect, test, uniqueText } from '../support/fixtures.ts';

const URL = 'https://site.example/kiln';
const card = { url: URL, title: 'Firing a kiln', description: 'How to', site: 'site.example', image: null };

test('The preview of a link appears while a post is written, and is removed by keyboard', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  // Tests do not access the internet: the first response says that the card is being fetched, the second contains it.
  let requests = 0;
  await page.route('**/api/link-cards', (route) => {
    const body = requests++ === 0 ? { state: 'pending', card: null } : { state: 'ready', card };
    return route.fulfill({ json: { status: 200, success: true, message: 'OK', body } });
  });
  await page.goto('/home');
  await page.getByRole('button', { name: /What are you working on after hours/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  const text = uniqueText('Read');
  await dialog.getByRole('textbox', { name: 'Description' }).fill(`${text} ${URL}`);
  const preview = dialog.getByRole('link', { name: /Firing a kiln/ });
  await expect(preview).toBeVisible();
  expect(requests).toBe(2);
  await preview.focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Remove link preview' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(preview).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused();
  const sent = page.waitForRequest((request) => request.url().endsWith('/post/create'));
  await dialog.getByRole('button', { name: 'Publish' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ card: false });
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
});
