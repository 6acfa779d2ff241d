import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, because other tests could no longer join it.
test.use({ settings: { APP_NAME: 'Night Owls' } });

test('an owner names the community and makes it invitation-only, and a person joins by invitation', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await signUp();
  await becomeOwner(owner, api, product);
  const { page: other } = await visit({ signedIn: await join() });
  const socket = other.waitForEvent('websocket');
  await other.goto('/home');
  await (await socket).waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40'));
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Community', exact: true }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByRole('textbox', { name: 'Name' }).fill('Lamp & Co');
  await settings.getByRole('textbox', { name: 'Welcome text' }).fill('For those who build after work.');
  await settings.getByRole('textbox', { name: 'Rules' }).fill('Be kind.');
  await settings.getByRole('textbox', { name: 'Announcement' }).fill('Meet-up on Friday at eight.');
  await settings.getByRole('combobox', { name: 'Who may join' }).selectOption('People with an invitation');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Community settings saved.')).toBeVisible();
  // The name follows in every open window, without a reload.
  for (const open of [page, other]) {
    await expect(open.getByRole('banner').getByText('Lamp & Co')).toBeVisible();
    await expect(open).toHaveTitle(/ · Lamp & Co$/);
  }
  await page.getByRole('button', { name: 'Create an invitation' }).click();
  const link = await page.getByText(/\/Register\?invitation=/).textContent();

  await page.goto('/home');
  await expect(page).toHaveTitle('Explore · Lamp & Co');
  await expect(page.getByText('Meet-up on Friday at eight.')).toBeVisible();

  const { page: guest } = await visit();
  await guest.goto('/terms-condition');
  await expect(guest.getByRole('heading', { name: 'Rules of Lamp & Co' })).toBeVisible();
  await expect(guest.getByText('Be kind.')).toBeVisible();
  await guest.goto(new URL(link ?? '').pathname);
  await expect(guest.getByText('For those who build after work.')).toBeVisible();
  const code = guest.getByRole('textbox', { name: 'Invitation code' });
  await code.fill('nobodysinvit');
  const fields = {
    'First name': 'Uma',
    'Last name': 'Patel',
    Email: `uma.${process.pid}@example.com`,
    Phone: '1234567890',
    Country: 'Portugal',
  };
  for (const [label, value] of Object.entries(fields)) await guest.getByLabel(label).fill(value);
  await guest.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByText('This invitation is no longer valid.')).toBeVisible();
  await code.fill(new URL(link ?? '').searchParams.get('invitation')?.toUpperCase() ?? '');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.waitForURL('**/verify');
  await page.goto('/moderation/community');
  await expect(page.getByText('There are no active invitations.')).toBeVisible();
});
