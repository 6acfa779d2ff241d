/** The settings for mails, by keyboard on a small phone. */
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test('the digest, its content and its time zone are chosen by keyboard, and survive a reload', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join(), width: 320, height: 640 });
  await page.goto('/Settings?tab=notification');
  const likes = page.getByRole('combobox', { name: 'Likes on your posts and comments, by email' });
  await expect(likes.locator('option:checked')).toHaveText('No');
  const digest = page.getByRole('combobox', { name: 'What you missed and highlights from your network' });
  await digest.focus();
  await page.keyboard.type('Every day');
  await expect(digest.locator('option:checked')).toHaveText('Every day');
  await expect(likes.locator('option:checked')).toHaveText('In digest');
  await likes.focus();
  await page.keyboard.type('No');
  await expect(likes.locator('option:checked')).toHaveText('No');

  const change = page.getByRole('button', { name: /^Change the time zone/ });
  await change.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a time zone' });
  await expect(dialog.getByRole('option').first()).toContainText('This device');
  await expectAccessible(page, 'the list of time zones');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Kathm');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const chosen = page.getByRole('button', { name: 'Change the time zone Kathmandu, Asia' });
  await expect(chosen).toBeFocused();
  await expect(page.getByRole('button', { name: /as on this device$/ })).toBeVisible();
  await page.reload();
  await expect(chosen).toBeVisible();
  await expect(likes.locator('option:checked')).toHaveText('No');
});
