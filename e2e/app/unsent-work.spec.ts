/** Unsent work is the same in all tabs of a browser. */
import { buildJpeg } from '../../server/src/testing/files/images.ts';
import { composer, sendMessage, thread } from '../support/chat-page.ts';
import { expect, test, uniqueText } from '../support/fixtures.ts';

test('A message with a picture that one tab sends leaves the form in the other tab', async ({ visit, join, api }) => {
  const [me, other] = [await join(), await join()];
  await sendMessage(api, other, me, 'Good evening');
  const { page: first, context } = await visit({ signedIn: me });
  await first.goto(`/Messages#${other.id}`);
  await composer(first, other.firstName).fill('Written once');
  const picture = { name: 'bowl.jpg', mimeType: 'image/jpeg', buffer: await buildJpeg(60, 40) };
  await first.locator('input[type=file][accept="image/*"]').setInputFiles(picture);
  await expect(first.getByText('bowl.jpg')).toBeVisible();
  const second = await context.newPage();
  await second.goto(`/Messages#${other.id}`);
  await expect(composer(second, other.firstName)).toHaveValue('Written once');
  await expect(second.getByText('bowl.jpg')).toBeVisible();
  await second.getByRole('button', { name: 'Send' }).click();
  await expect(thread(second, other.firstName).getByText('Written once')).toBeVisible();
  await expect(composer(first, other.firstName)).toHaveValue('');
  await expect(first.getByRole('button', { name: 'Remove bowl.jpg' })).toBeHidden();
  await expect(thread(first, other.firstName).getByText('Written once')).toBeVisible();
});

test('A post that one tab publishes leaves the form in the other tab', async ({ visit, join }) => {
  const text = uniqueText('Published once');
  const { page: first, context } = await visit({ signedIn: await join() });
  const second = await context.newPage();
  const form = { name: 'New post' };
  for (const page of [first, second]) {
    await page.goto('/home');
    const loaded = page.waitForResponse((response) => response.url().includes('/api/drafts?'));
    await page.getByRole('button', { name: /What are you working on after hours|Continue your draft/ }).click();
    await loaded;
    const field = page.getByRole('dialog', form).getByRole('textbox', { name: 'Description' });
    if (page === first) await field.fill(text);
    else await expect(field).toHaveValue(text);
  }
  await second.getByRole('button', { name: 'Publish' }).click();
  await expect(second.getByRole('article').filter({ hasText: text })).toBeVisible();
  await expect(first.getByRole('dialog', form).getByRole('textbox', { name: 'Description' })).toHaveValue('');
});
