/** An open profile of another member shows what that member changes, without a reload. */
import { expect, test } from '../support/fixtures.ts';

test('A profile follows its member’s name, headline, bio and links', async ({ visit, join, api }) => {
  const [me, viewer] = [await join(), await join()];
  const { page } = await visit({ signedIn: viewer });
  const following = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => payload.toString().includes('"presence"')));
  await page.goto(`/@${me.username}`);
  const profile = page.getByRole('main');
  await expect(profile.getByRole('heading', { level: 1, name: `${me.firstName} ${me.lastName}` })).toBeVisible();
  await following;
  // The server sends changes only after it has handled which member the window shows.
  await expect(async () => {
    await api(me, 'PUT', '/updateProfile', { firstName: 'Salma', profession: 'Potter' });
    await expect(profile.getByRole('heading', { level: 1, name: `Salma ${me.lastName}` })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 20_000 });
  await expect(profile.getByText('Potter').first()).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^Salma ${me.lastName}`));
  await api(me, 'POST', '/bio/addAndEdit', { bio: 'Clay at night' });
  await expect(profile.getByText('Clay at night')).toBeVisible();
  await api(me, 'PUT', '/profile/links', { links: [{ label: 'Stall', url: 'https://stall.example/' }] });
  await expect(profile.getByRole('link', { name: 'Stall' })).toBeVisible();
  await api(me, 'PUT', '/updateProfile', { country: 'Spain' });
  await expect(profile.getByText('Spain')).toBeVisible();
});
