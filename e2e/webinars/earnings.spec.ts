/** Payments: a card whose bank asks for confirmation, the receipt, and what the host sees. */
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

const link = 'https://meet.example.com/glazes';

test('a payer confirms at the bank by keyboard, and saves a receipt; the host sees the payment and a payout', async ({
  visit,
  join,
  api,
}) => {
  const [host, me] = [await join(), await join()];
  const title = uniqueText('Receipts');
  const terms = { price: 1500, currency: 'eur', startsAt: '2099-03-01T20:00:00Z' };
  await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  const { page } = await visit({ signedIn: me, width: 390 });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: title });
  await post.getByRole('button', { name: 'Pay €15.00 to join' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '4000 0025 0000 3155' }).press('Enter');
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €15.00', exact: true }).press('Enter');
  await expect(dialog.getByText('Do you want to pay €15.00?')).toBeVisible();
  // After the dialog is closed and opened again, the payment still needs confirmation.
  await page.keyboard.press('Escape');
  await post.getByRole('button', { name: 'Payment pending' }).press('Enter');
  await dialog.getByRole('button', { name: 'Confirm payment' }).press('Enter');
  await expect(dialog.getByRole('link', { name: 'Join' })).toHaveAttribute('href', /^\/w\/[\w-]+\/join$/);

  await openPage(page, '/Settings?tab=payments');
  await page.getByRole('link', { name: /^Receipt: / }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Receipt R1-/ })).toBeVisible();
  await expect(page.getByText('€15.00')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^R1-\d{4}-\d{6,}\.pdf$/);

  const { page: hostPage } = await visit({ signedIn: host });
  await hostPage.goto('/me/earnings');
  await expect(hostPage.getByRole('link', { name: title })).toBeVisible();
  await hostPage.getByRole('button', { name: 'Simulate a payout' }).press('Enter');
  await expect(hostPage.getByText('Paid out by the community')).toBeVisible();
  // The button is gone, and the focus is on the region that contained it.
  await expect(hostPage.getByRole('region', { name: 'Totals' })).toBeFocused();
});

test('the message about a declined card is in view, even on a small screen', async ({ visit, join, api }) => {
  const [host, me] = [await join(), await join()];
  const title = uniqueText('Declined');
  const terms = { price: 1500, currency: 'eur', startsAt: '2099-03-01T20:00:00Z' };
  const id = await publish(api, host, { postType: 'webinar', title, description: 'An evening', link, ...terms });
  const { page } = await visit({ signedIn: me, width: 320, height: 640 });
  await page.goto(`/p/${id}`);
  await page.getByRole('button', { name: 'Pay €15.00 to join' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '4000 0000 0000 0002' }).click();
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €15.00', exact: true }).click();
  await expect(dialog.getByText('Your card was declined.')).toBeInViewport();
});
