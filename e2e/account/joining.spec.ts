/** Who may join: everyone with a proof of work, people whose request is accepted, and people with an invitation. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, type Member, PASSWORD, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { ownerOf } from '../support/owner.ts';

// A community of its own, because members of other tests could no longer join it.
test.use({ settings: { APP_NAME: 'Barn Owls' } });
// In one worker, which starts that community once.
test.describe.configure({ mode: 'default' });

let owner: Member;
let settingsBefore: object | undefined;

test.beforeEach('restores the settings of the community', async ({ api, product, signUp }) => {
  owner = await ownerOf(product, signUp, api);
  const { body } = (await api(owner, 'GET', '/staff/settings')) as { body: { logo: unknown; version: number } };
  const { logo: _logo, ...settings } = body;
  settingsBefore ??= settings;
  const { version } = settings;
  const response = await api(owner, 'PUT', '/staff/settings', { ...settingsBefore, version });
  expect(response).toMatchObject({ status: 200 });
});

/** Fills in the form of the registration, except for what only some communities ask. */
async function fillForm(page: Page, email: string): Promise<void> {
  const fields = { 'First name': 'Uma', 'Last name': 'Patel', Email: email, Phone: '1234567890', Country: 'Portugal' };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
}

test('a person registers with a proof of work; a failure is reported, and sending again recomputes it', async ({
  visit,
}) => {
  const { page: settings } = await visit({ signedIn: owner });
  await settings.goto('/moderation/community');
  await settings.getByRole('checkbox', { name: 'Ask for a proof of work' }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('Community settings saved.')).toBeVisible();

  const { page } = await visit();
  await page.goto('/Register');
  await page.waitForLoadState('networkidle');
  const loading = page.waitForRequest('**/api/signup/challenge');
  await fillForm(page, `proof.${process.pid}@example.com`);
  await loading;
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/verify', { timeout: 60_000 });

  const { page: offline } = await visit({ expectNetworkErrors: true });
  await offline.goto('/Register');
  await offline.route('**/api/signup/challenge', (route) => route.abort());
  await fillForm(offline, `failure.${process.pid}@example.com`);
  await offline.getByRole('button', { name: 'Create account' }).click();
  await expect(offline.getByText('Your registration could not be checked.')).toBeVisible();
  await offline.unroute('**/api/signup/challenge');
  await offline.getByRole('button', { name: 'Create account' }).click();
  await offline.waitForURL('**/verify');
});

test('a person asks to join, waits, and becomes a member once an owner accepts them by keyboard', async ({
  visit,
  product,
}) => {
  const { page } = await visit({ signedIn: owner });
  await openPage(page, '/moderation/community');
  await page.getByRole('combobox', { name: 'Who may join' }).selectOption('People whose request we accept');
  await page.getByRole('textbox', { name: 'Question for applicants' }).fill('What do you build at night?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Community settings saved.')).toBeVisible();

  const { page: guest } = await visit();
  await guest.goto('/');
  await expect(guest.getByText('The people who run this community decide who joins.')).toBeVisible();
  await expectAccessible(guest, '/ of a community that decides who joins');
  await guest.getByRole('link', { name: 'Ask to join' }).first().click();
  await guest.waitForURL('**/Register');
  await guest.getByRole('textbox', { name: 'What do you build at night?' }).fill('Lamps, with my sister.');
  const email = `request.${process.pid}@example.com`;
  await fillForm(guest, email);
  await guest.getByRole('button', { name: 'Ask to join' }).click();
  await guest.waitForURL('**/verify');
  await guest.goto('/home');
  await guest.waitForURL('**/waiting');
  await expect(guest.getByRole('heading', { name: 'Your request is waiting' })).toBeVisible();
  await expectAccessible(guest, '/waiting');

  await openPage(page, '/moderation');
  await page.getByRole('link', { name: 'Requests 1 waiting' }).click();
  await expect(page.getByText('Lamps, with my sister.')).toBeVisible();
  // A disabled button looks the same under the pointer.
  const [accept, refuse] = [
    page.getByRole('button', { name: 'Accept', exact: true }),
    page.getByRole('button', { name: 'Refuse' }),
  ];
  const disabled = await refuse.evaluate((button) => getComputedStyle(button).backgroundColor);
  await accept.hover();
  await expect(accept).toHaveCSS('background-color', disabled);
  await expectAccessible(page, '/moderation/requests');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  await product.mailTo(email, /Subject: (Welcome to Barn Owls)/);

  await guest.getByRole('button', { name: 'Check again' }).click();
  await guest.waitForURL('**/home');
});

test('an owner names the community and makes it invitation-only, and a person joins by invitation', async ({
  visit,
  join,
}) => {
  const { page: other } = await visit({ signedIn: await join() });
  const socket = other.waitForEvent('websocket');
  await other.goto('/home');
  await (await socket).waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40'));
  const { page } = await visit({ signedIn: owner });
  await openPage(page, '/moderation');
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
  await fillForm(guest, `invitation.${process.pid}@example.com`);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByText('This invitation is no longer valid.')).toBeVisible();
  await code.fill(new URL(link ?? '').searchParams.get('invitation')?.toUpperCase() ?? '');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.waitForURL('**/verify');
  await openPage(page, '/moderation/community');
  await expect(page.getByText('There are no active invitations.')).toBeVisible();
});
