import { expectAccessible } from '../support/axe.ts';
import { expect, test, uniqueText } from '../support/fixtures.ts';

test('An edited post is marked as edited, and shows a guest its earlier version', async ({ visit, join, api }) => {
  const description = uniqueText('The kiln opens on Friday');
  const author = await join();
  const { body: post } = (await api(author, 'POST', '/post/create', {
    postType: 'job',
    title: 'Baker',
    salary: '€ 18',
    description,
  })) as { body: { _id: string } };
  const { page } = await visit({ width: 320, height: 640 });
  await page.goto(`/p/${post._id}`);
  const card = page.getByRole('article').filter({ hasText: description });
  await expect(card).toBeVisible();
  await expect(card.getByRole('button', { name: 'Edited' })).toBeHidden();

  const later = description.replace('Friday', 'Sunday');
  await api(author, 'POST', '/post/update', { _id: post._id, description: later, salary: '€ 12' });
  await page.reload();
  await page.getByRole('button', { name: 'Edited: show the edit history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit history' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  const now = dialog.getByRole('listitem').first();
  await expect(now.locator('del')).toHaveText(['18', 'Friday']);
  await expect(now.locator('ins')).toHaveText(['12', 'Sunday']);
  await expect(dialog.getByRole('listitem').last()).toContainText(description);
  await expectAccessible(page, 'the edit history');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
