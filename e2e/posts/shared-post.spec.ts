import { expectAccessible } from '../support/axe.ts';
import { expect, PASSWORD, test, uniqueText } from '../support/fixtures.ts';

test('A guest reads a shared post, signs in, and returns to it', async ({ visit, join, api }) => {
  const description = uniqueText('Glazed at last');
  const [author, reader] = [await join({ firstName: 'Kira', lastName: 'Lund' }), await join()];
  const { body: post } = (await api(author, 'POST', '/post/create', { postType: 'general', description })) as {
    body: { _id: string };
  };
  const address = `/p/${post._id}`;

  const { page: own, context } = await visit({ signedIn: author });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await own.goto(address);
  const card = own.getByRole('article').filter({ hasText: description });
  await card.getByRole('button', { name: 'Post menu' }).click();
  await own.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(own.getByText('Link copied.')).toBeVisible();
  expect(await own.evaluate(() => navigator.clipboard.readText())).toContain(address);

  const { page } = await visit({ width: 390, height: 844 });
  await page.goto(address);
  await expect(page).toHaveTitle(/^Post by Kira Lund/);
  await expect(page.getByRole('article').filter({ hasText: description })).toBeVisible();
  await expectAccessible(page, 'a post for guests');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(reader.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${address}`);
  await page.getByRole('article').filter({ hasText: description }).getByRole('button', { name: /^Like/ }).click();

  await api(author, 'DELETE', `/post/delete/${post._id}`);
  await expect(page.locator('#main').getByText('This post is no longer available.')).toBeVisible();
});
