import { expect, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

test('A post is scheduled from the composer, rescheduled, edited, and published before its time', async ({
  visit,
  join,
}) => {
  const member = await join();
  const { page } = await visit({ signedIn: member });
  const [text, changed] = [uniqueText('Kiln opening'), uniqueText('with tea')];
  await page.goto('/home');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  const composer = page.getByRole('dialog', { name: 'New post' });
  await composer.getByRole('textbox', { name: 'Description' }).fill(text);
  await composer.getByRole('button', { name: 'Schedule…' }).click();
  const time = page.getByRole('dialog', { name: 'When should it be published?' });
  await time.getByRole('button', { name: /^Tomorrow/ }).press('Enter');
  await time.getByRole('button', { name: 'Set time' }).press('Enter');
  await expect(composer.getByText(/at 09:00/)).toBeVisible();
  await expect(composer.getByRole('button', { name: 'Change' })).toBeFocused();
  await composer.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Post scheduled.')).toBeVisible();
  await page.getByRole('button', { name: 'View', exact: true }).click();

  await page.waitForURL('**/scheduled');
  const row = page.getByRole('listitem').filter({ hasText: text });
  await row.getByRole('button', { name: 'Change time' }).click();
  await time.getByLabel(/^Time/).fill('10:30');
  await time.getByRole('button', { name: 'Save' }).click();
  await expect(row.locator('time')).toHaveText(/at 10:30/);
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit scheduled post' });
  await edit.getByRole('textbox', { name: 'Description' }).fill(`${text}, ${changed}`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText(changed)).toBeVisible();

  await row.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Nothing is scheduled')).toBeVisible();
  await openPage(page, '/home?tab=latestPosts');
  await expect(page.getByRole('article').filter({ hasText: changed })).toBeVisible();
});

test('A due post is published automatically, and its author is notified', async ({ visit, join, api }) => {
  const member = await join();
  const text = uniqueText('By itself');
  const publishAt = new Date(Date.now() + 1_000).toISOString();
  await api(member, 'POST', '/post/create', { postType: 'general', description: text, publishAt });
  const { page } = await visit({ signedIn: member });
  await page.goto('/Notification');
  const notification = page.getByRole('main').getByRole('link', { name: /Your scheduled post has been published/ });
  await expect(notification).toBeVisible({ timeout: 30_000 });
  await notification.click();
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
});
