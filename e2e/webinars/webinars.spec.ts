/** Seats in webinars: free and paid ones, the waiting list, and the join page. */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { expectAccessible } from '../support/axe.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

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
  await expect(page.getByRole('dialog').getByText('You have a seat. You can join now.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(post.getByRole('link', { name: 'Join' })).toHaveAttribute('href', /^\/w\/.+\/join$/);
  await expect(post.getByText('1 of 2 seats left')).toBeVisible();
  await post.getByRole('button', { name: 'Give up seat' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give up seat' }).press('Enter');
  await expect(post.getByText('2 of 2 seats left')).toBeVisible();
  await expect(post.getByRole('link', { name: 'Join' })).toHaveCount(0);
});

test('the last seat is held for the member who is paying, and another sees that all are taken', async ({
  visit,
  join,
  api,
}) => {
  const [host, me, latecomer] = [await join(), await join(), await join()];
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
  await expect(dialog.getByText(/Your seat is held until/)).toBeVisible();
  const { page: othersPage } = await visit({ signedIn: latecomer });
  await othersPage.goto('/home?tab=latestPosts');
  const theirs = othersPage.getByRole('article').filter({ hasText: title });
  await expect(theirs.getByText('All seats are taken')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /to join/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €15.00', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Join' })).toHaveAttribute('href', /^\/w\/.+\/join$/);
});

test('a member waits for a seat, and members with seats are notified when the host cancels', async ({
  visit,
  join,
  api,
}) => {
  const [host, seated, me] = [await join(), await join(), await join()];
  const title = uniqueText('Kilns');
  const terms = { price: 0, capacity: 1, startsAt: '2099-03-01T20:00:00Z' };
  const id = await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  await api(seated, 'POST', `/webinars/${id}/seat`);
  const { page } = await visit({ signedIn: me, width: 390 });
  await page.goto(`/p/${id}`);
  await page.getByRole('button', { name: 'Join the waiting list' }).press('Enter');
  await expect(page.getByText('You are first on the waiting list.')).toBeVisible();
  await openPage(page, '/me/seats');
  await expect(page.getByText(/You are first on the waiting list/)).toBeVisible();
  const { page: hostPage } = await visit({ signedIn: host });
  await hostPage.goto(`/p/${id}`);
  await hostPage.getByRole('link', { name: 'Manage seats, time and recording' }).click();
  await hostPage.getByRole('tab', { name: 'Waiting list (1)' }).click();
  await expect(hostPage.getByText(/^Number 1, waiting since/)).toBeVisible();
  await expectAccessible(hostPage, 'the page to manage a webinar');
  await hostPage.getByRole('button', { name: 'Change the time' }).click();
  await hostPage.getByLabel('Starts').fill('2001-01-01T20:00');
  await hostPage.getByRole('button', { name: 'Save the time' }).click();
  await expect(hostPage.getByText('Please choose a start in the future.')).toBeVisible();
  await hostPage.keyboard.press('Escape');
  await hostPage.getByRole('button', { name: 'Discard' }).click();
  await hostPage.getByRole('button', { name: 'Cancel the webinar' }).click();
  await hostPage.getByLabel('Message to attendees').fill('The kiln is cold.');
  await hostPage.getByRole('dialog').getByRole('button', { name: 'Cancel webinar' }).click();
  await expect(hostPage.getByText(/This webinar is cancelled/)).toBeVisible();
  const { page: guests } = await visit({ signedIn: seated });
  await guests.goto(`/w/${id}/join`);
  await expect(guests.getByText('The kiln is cold.')).toBeVisible();
});

test('the join page counts down for members with a seat, and says who may join', async ({ visit, join, api }) => {
  const [host, me, outsider] = [await join(), await join(), await join()];
  const title = uniqueText('Lamps');
  const startsAt = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const terms = { price: 0, startsAt };
  const id = await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  await api(me, 'POST', `/webinars/${id}/seat`);
  const { page } = await visit({ signedIn: me });
  await openPage(page, '/me/seats');
  const [joinPage] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Join' }).click()]);
  await expect(joinPage.getByRole('timer')).toHaveText(/It opens in 1:4\d:\d\d\./);
  await expectAccessible(joinPage, 'the join page');
  const { page: othersPage } = await visit({ signedIn: outsider });
  await othersPage.goto(`/w/${id}/join`);
  await expect(othersPage.getByText('You need a seat to see this page')).toBeVisible();
});
