import { expect, publish, test } from '../support/fixtures.ts';

test('notifications describe their subject, are filtered by kind, and are acted on in place', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const fan = await join({ firstName: 'Teo', lastName: 'Marin' });
  const post = await publish(api, me, { description: 'First firing of the autumn glazes' });
  await api(fan, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  await api(fan, 'POST', '/post/addEditComment', { post_id: post, comment: 'That copper!' });
  await api(fan, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: me.id });
  await api(fan, 'POST', '/connections/send-req', { to_user_id: me.id, note: 'We met at the kiln' });

  const { page } = await visit({ signedIn: me });
  await page.goto('/Notification');
  const main = page.getByRole('main');
  await expect(main.getByText('First firing of the autumn glazes')).toBeVisible();
  await expect(main.getByText('We met at the kiln').first()).toBeVisible();

  await main.getByRole('button', { name: 'Network' }).click();
  await page.waitForURL('**/Notification?kind=network');
  await expect(main.getByText('That copper!')).toHaveCount(0);
  const rows = main.locator('[data-row]');
  await rows.getByRole('button', { name: 'Follow Teo Marin' }).click();
  await expect(rows.getByRole('button', { name: 'Following Teo Marin' })).toBeVisible();
  await rows.getByRole('button', { name: 'Accept the invitation from Teo Marin' }).click();
  await expect(rows.getByText('You are connected.')).toBeVisible();

  await page.reload();
  await expect(main.getByRole('button', { name: 'Network', pressed: true })).toBeVisible();
  await main.getByRole('button', { name: 'My work' }).click();
  await main.getByRole('link', { name: 'Reply to Teo' }).click();
  await page.waitForURL(/\/activities/);
  await expect(page.getByText('That copper!')).toBeVisible();
  await page.goBack();
  await expect(main.getByRole('button', { name: 'My work', pressed: true })).toBeVisible();
});
