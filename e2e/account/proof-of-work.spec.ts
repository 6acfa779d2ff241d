import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, because members of other tests could not register.
test.use({ settings: { APP_NAME: 'Scops Owls' } });

test('a person registers with a proof of work; a failure is reported, and sending again recomputes it', async ({
  visit,
  signUp,
  api,
  product,
}) => {
  const owner = await signUp();
  await becomeOwner(owner, api, product);
  const { page: settings } = await visit({ signedIn: owner });
  await settings.goto('/moderation/community');
  await settings.getByRole('checkbox', { name: 'Ask for a proof of work' }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('Community settings saved.')).toBeVisible();

  const { page } = await visit();
  await page.goto('/Register');
  await page.waitForLoadState('networkidle');
  const loading = page.waitForRequest('**/api/signup/challenge');
  const fields = {
    'First name': 'Uma',
    'Last name': 'Patel',
    Email: `uma.${process.pid}@example.com`,
    Phone: '1234567890',
    Country: 'Portugal',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await loading;
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/verify', { timeout: 60_000 });

  const { page: offline } = await visit({ expectNetworkErrors: true });
  await offline.goto('/Register');
  await offline.route('**/api/signup/challenge', (route) => route.abort());
  for (const [label, value] of Object.entries({ ...fields, Email: `vera.${process.pid}@example.com` }))
    await offline.getByLabel(label).fill(value);
  await offline.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await offline.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await offline.getByRole('button', { name: 'Create account' }).click();
  await expect(offline.getByText('Your registration could not be checked.')).toBeVisible();
  await offline.unroute('**/api/signup/challenge');
  await offline.getByRole('button', { name: 'Create account' }).click();
  await offline.waitForURL('**/verify');
});
