import { composer, row, sendMessage, thread, write } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';

test('offline, the page says so once; sent messages stay visible, and everything loads once back online', async ({
  visit,
  join,
  api,
}) => {
  const ana = await join({ firstName: 'Ana' });
  const [ben, mia] = [await join({ firstName: 'Ben' }), await join({ firstName: 'Mia' })];
  await sendMessage(api, ben, ana, 'From Ben');
  await sendMessage(api, mia, ana, 'From Mia');
  const { page, context } = await visit({ signedIn: ana, expectNetworkErrors: true });
  await page.goto('/Messages');
  await row(page, 'Ben').click();
  await expect(thread(page, 'Ben').getByText('From Ben')).toBeVisible();
  await expect(page.getByText('Pictures and documents from this chat will appear here.')).toBeVisible();
  await context.setOffline(true);
  const banner = page.getByText(/^You’re offline/);
  await expect(banner).toHaveCount(1);
  await row(page, 'Mia').click();
  await write(page, 'Mia', 'Written offline');
  await expect(thread(page, 'Mia').getByText('Written offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  // This chat was opened before, so it is still in memory after another chat.
  await row(page, 'Ben').click();
  await expect(thread(page, 'Ben').getByText('From Ben')).toBeVisible();
  await row(page, 'Mia').click();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(thread(page, 'Mia').getByText('From Mia')).toBeVisible();
  await expect(thread(page, 'Mia').getByText('Written offline')).toHaveCount(1);
  await expect(page.getByText('Pictures and documents from this chat will appear here.')).toBeVisible();
  await expect(composer(page, 'Mia')).toBeVisible();
  await expect(page.getByText('Loads when you’re back online.')).toHaveCount(0);
});

test('offline on a small phone, the composer of a chat stays in view below the banner', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'From Ben');
  const { page, context } = await visit({ signedIn: ana, width: 320, height: 568, expectNetworkErrors: true });
  await page.goto(`/Messages#${ben.id}`);
  await expect(thread(page, 'Ben').getByText('From Ben')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You’re offline. Messages will be sent later/)).toBeVisible();
  await expect(composer(page, 'Ben')).toBeInViewport({ ratio: 1 });
});
