/** Seats in webinars: a free one, and one of a limited number that is paid for. */
import { expect, publish, test, uniqueText } from './support/fixtures.ts';

const link = 'https://meet.example.com/lamps';

test('a member takes a seat in a free webinar by keyboard, and gives it up again', async ({ visit, join, api }) => {
  const [host, me] = [await join(), await join()];
  const title = uniqueText('Lamps');
  const terms = { price: 0, capacity: 2, startsAt: '2099-03-01T20:00:00Z' };
  await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  const { page } = await visit({ signedIn: me, width: 390 });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: title });
  await expect(post.getByText('2 of 2 seats left')).toBeVisible();
  await post.getByRole('button', { name: 'Join for free' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take a seat' }).press('Enter');
  await expect(page.getByRole('dialog').getByText('You have a seat. Your link is ready.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(post.getByRole('link', { name: 'Join' })).toHaveAttribute('href', link);
  await expect(post.getByText('1 of 2 seats left')).toBeVisible();
  await post.getByRole('button', { name: 'Give up seat' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give up seat' }).press('Enter');
  await expect(post.getByText('2 of 2 seats left')).toBeVisible();
  await expect(post.getByRole('link', { name: 'Join' })).toHaveCount(0);
});

test('the last seat is kept for the member who is paying, and another sees that all are taken', async ({
  visit,
  join,
  api,
}) => {
  const [host, me, other] = [await join(), await join(), await join()];
  const title = uniqueText('Glazes');
  const terms = { price: 1500, currency: 'eur', capacity: 1, startsAt: '2099-03-01T20:00:00Z' };
  await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Pay €15.00 to join' })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Your seat is kept until/)).toBeVisible();
  const { page: others } = await visit({ signedIn: other });
  await others.goto('/home?tab=latestPosts');
  const theirs = others.getByRole('article').filter({ hasText: title });
  await expect(theirs.getByText('All seats are taken')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /to join/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €15.00', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Join' })).toHaveAttribute('href', link);
});
