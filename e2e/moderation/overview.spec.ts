import { expect, test } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, because each community has only one first owner.
test.use({ settings: { APP_NAME: 'Snowy Owls' } });

test('an owner opens the community overview and reads its charts', async ({ visit, join, api, product }) => {
  const owner = await join();
  await becomeOwner(owner, api, product);
  await api(owner, 'POST', '/post/create', { postType: 'general', description: 'A first post' });
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
  const table = page.getByRole('table', { name: /^Posts a day/ });
  await expect(table.getByRole('row').last()).toContainText('1');
});
