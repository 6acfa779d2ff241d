import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, which has no owner and no filters yet.
test.use({ settings: { APP_NAME: 'Eagle Owls' } });

test('only the author sees held content until a moderator decides, and one decision hides a spam wave', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [owner, author, reader] = [await join(), await join(), await join()];
  await becomeOwner(owner, api, product);
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation/filters');
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('textbox', { name: /One per line/ }).fill('casino\nbuy followers');
  await page.getByRole('textbox', { name: /Rule/ }).fill('No gambling');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Filter saved. It is now in effect.')).toBeVisible();

  const description = uniqueText('A CASINO, for one night');
  const { page: theirs } = await visit({ signedIn: author });
  await theirs.goto('/home?tab=latestPosts');
  await theirs.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await theirs.getByLabel('Description').fill(description);
  await theirs.getByRole('button', { name: 'Publish' }).click();
  const post = theirs.getByRole('article').filter({ hasText: description });
  await expect(
    post.getByText('Only you can see this until a moderator has reviewed it. Rule: No gambling'),
  ).toBeVisible();
  await theirs.reload();
  await expect(post).toBeVisible();
  const { page: reading } = await visit({ signedIn: reader });
  await reading.goto('/home?tab=latestPosts');
  await expect(reading.getByRole('heading', { name: 'Explore' })).toBeVisible();
  await reading.waitForLoadState('networkidle');
  await expect(reading.getByText(description)).toHaveCount(0);

  await page.goto('/moderation');
  await page.getByRole('button', { name: /found automatically/ }).click();
  await expect(page.getByText('Only its author sees it until you decide.')).toBeVisible();
  await page.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await reading.reload();
  await expect(reading.getByText(description)).toBeVisible();
  await theirs.reload();
  await expect(post).toBeVisible();
  await expect(post.getByText(/Only you can see this/)).toHaveCount(0);

  for (let at = 0; at < 3; at++) await publish(api, author, { description: uniqueText('Buy followers here') });
  await page.goto('/moderation');
  await page
    .getByRole('button', { name: /found automatically/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Act on everything by this member' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This hides 1 post and 0 comments, and closes 3 cases.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Rule' }).fill('No spam');
  await dialog.getByRole('textbox', { name: /Statement/ }).fill('It was all spam.');
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('It is running')).toBeVisible();
  await expect(async () => {
    await reading.reload();
    await expect(reading.getByRole('heading', { name: 'Explore' })).toBeVisible();
    await reading.waitForLoadState('networkidle');
    await expect(reading.getByText(description)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await theirs.goto('/Settings?tab=privacy');
  await expect(theirs.getByText('It was all spam.')).toBeVisible();
});
