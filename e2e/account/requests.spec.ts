import { expectAccessible } from '../support/axe.ts';
import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, because other tests could no longer join it.
test.use({ settings: { APP_NAME: 'Barn Owls' } });

test('a person asks to join, waits, and becomes a member once an owner accepts them by keyboard', async ({
  visit,
  signUp,
  api,
  product,
}) => {
  const owner = await signUp();
  await becomeOwner(owner, api, product);
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation/community');
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
  const fields = {
    'First name': 'Uma',
    'Last name': 'Patel',
    Email: `uma.asks.${process.pid}@example.com`,
    Phone: '1234567890',
    Country: 'Portugal',
  };
  for (const [label, value] of Object.entries(fields)) await guest.getByLabel(label).fill(value);
  await guest.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Ask to join' }).click();
  await guest.waitForURL('**/verify');
  await guest.goto('/home');
  await guest.waitForURL('**/waiting');
  await expect(guest.getByRole('heading', { name: 'Your request is waiting' })).toBeVisible();
  await expectAccessible(guest, '/waiting');

  await page.goto('/moderation');
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
  await product.mailTo(fields.Email, /Subject: (Welcome to Barn Owls)/);

  await guest.getByRole('button', { name: 'Check again' }).click();
  await guest.waitForURL('**/home');
});
