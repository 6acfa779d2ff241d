import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own: with staff, the first jobs of members in other journeys would be held.
test.use({ settings: { APP_NAME: 'Long-eared Owls' } });

test('a report is decided by keyboard within seconds, and both sides are notified', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [owner, author, reporter] = [await join(), await join(), await join()];
  await becomeOwner(owner, api, product);
  const description = uniqueText('Lamps for nothing, only today');
  const post = await publish(api, author, { description });
  const second = await publish(api, author, { description: uniqueText('More lamps for nothing') });
  for (const post_id of [post, second])
    await api(reporter, 'POST', '/post/reportPost', { post_id, category: post_id === post ? 'scam' : 'spam' });

  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation');
  await expect(page.getByText(description).first()).toBeVisible();
  const startedAt = Date.now();
  const { keyboard } = page;
  await keyboard.press('j');
  await expect(page.getByRole('radio', { name: '3 Hide' })).toBeVisible();
  await keyboard.press('c');
  await expect(page.getByText(/^Claimed by/)).toBeVisible();
  await keyboard.press('3');
  await expect(page.getByRole('radio', { name: '3 Hide' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('No fraud');
  await keyboard.press('Tab');
  await keyboard.type('The shop is a copy.');
  await keyboard.press('Tab');
  await keyboard.type('We hid your post, because nobody would get a lamp.');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp('Lamps for nothing, only') })).toHaveCount(0);
  expect(Date.now() - startedAt).toBeLessThan(20_000);

  const { page: theirs } = await visit({ signedIn: author });
  await theirs.goto('/Notification');
  await theirs.getByText('A moderation decision affects you').click();
  await theirs.waitForURL(/tab=privacy/);
  await expect(theirs.getByText('We hid your post, because nobody would get a lamp.')).toBeVisible();
  const { page: reporting } = await visit({ signedIn: reporter });
  await reporting.goto('/Notification');
  await expect(reporting.getByText('We reviewed what you reported. It has been removed')).toBeVisible();

  await page.getByRole('button', { name: /More lamps for nothing/ }).click();
  await page.getByRole('radio', { name: '5 Suspend' }).check();
  await page.getByRole('textbox', { name: 'Rule' }).fill('No fraud');
  await page.getByRole('textbox', { name: 'Statement to the member' }).fill('You went on with it.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(theirs.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(theirs.getByText('You went on with it.')).toBeVisible();
  await theirs.goto('/home');
  await theirs.waitForURL('**/suspended');
  await theirs.getByRole('button', { name: 'Appeal' }).first().click();
  const appeal = theirs.getByRole('textbox', { name: 'Why do you disagree?' }).first();
  await appeal.fill('The lamps are mine to give away.');
  await theirs.getByRole('button', { name: 'Appeal' }).first().click();
  await expect(theirs.getByText('Your appeal is waiting to be reviewed by somebody else.')).toBeVisible();
});
