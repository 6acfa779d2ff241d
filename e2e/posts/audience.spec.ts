import { expectAccessible } from '../support/axe.ts';
import { expect, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

test('A member posts for members only, sees what guests see, and limits the profile to members', async ({
  visit,
  join,
}) => {
  const description = uniqueText('Between us');
  const author = await join({ firstName: 'Runa', lastName: 'Dahl' });
  const { page } = await visit({ signedIn: author });

  await page.goto('/home');
  // The page asks for one thing at a time.
  await expect(page.getByText(/of 5 first steps done/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Should search engines list you?' })).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'Should search engines list you?' })).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Should search engines list you?' })).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await dialog.getByRole('combobox', { name: 'Who can see this' }).selectOption('Members');
  await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
  await expectAccessible(page, 'the composer');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const card = page.getByRole('article').filter({ hasText: description });
  await expect(card.getByText('Only members see this')).toBeAttached();

  await card.getByRole('button', { name: 'Post menu' }).click();
  await page.getByRole('menuitem', { name: 'View as a guest' }).click();
  await expect(page.getByText('This is what guests see.')).toBeVisible();
  await expect(page.locator('#main').getByText('This post is no longer available.')).toBeVisible();
  await expectAccessible(page, 'a post as guests see it');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/home');
  await page.getByRole('tab', { name: 'Latest' }).click();
  await expect(card).toBeVisible();

  await openPage(page, '/Profile');
  await page.getByRole('button', { name: 'Share this profile' }).click();
  await page.getByRole('menuitem', { name: 'View as a guest' }).click();
  await expect(page.getByRole('heading', { name: 'Runa Dahl' })).toBeVisible();
  await expect(page.getByText(description)).toBeHidden();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/Profile');
  await expect(page.getByRole('button', { name: 'Share this profile' })).toBeVisible();

  await openPage(page, '/settings?tab=privacy');
  await page.getByRole('combobox', { name: 'Who can see my profile' }).selectOption('Members only');
  await expect(page.getByRole('switch', { name: 'Search engines may list me' })).toBeDisabled();
  const { page: guest } = await visit();
  const statusForGuests = async () => (await guest.goto(`/results/view-profile/${author.id}`))?.status();
  await expect.poll(statusForGuests).toBe(404);
});
