/** Muted members and words. */
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';

test('a muted member disappears from the feed, returns on Undo, and is unmuted on the profile', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Benedikt' })];
  await api(ana, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: ben.id });
  const text = uniqueText('An evening');
  await publish(api, ben, { description: text });
  const { page } = await visit({ signedIn: ana });
  await page.goto('/mynetwork');
  const post = page.getByText(text);
  await expect(post).toBeVisible();
  const mute = async () => {
    await page.getByRole('button', { name: 'Post menu' }).first().click();
    await page.getByRole('menuitem', { name: 'Mute Benedikt' }).click();
  };
  await mute();
  await expect(post).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(post).toBeVisible();
  await mute();
  await expect(post).toHaveCount(0);
  await page.reload();
  await page.goto(`/@${ben.username}`);
  await expect(page.getByText('You muted Benedikt')).toBeVisible();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect(page.getByText('You muted Benedikt')).toHaveCount(0);
  await page.goto('/mynetwork');
  await expect(post).toBeVisible();
});

test('a word muted in the settings is listed in a second window after a reload', async ({ visit, join }) => {
  const ana = await join({ firstName: 'Ana' });
  const { page, context } = await visit({ signedIn: ana });
  const second = await context.newPage();
  await page.goto('/Settings?tab=privacy');
  await second.goto('/Settings?tab=privacy');
  await expect(second.getByText('You haven’t muted anything.')).toBeVisible();
  await page.getByLabel('Word, words or #hashtag').fill('lottery');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unmute lottery' })).toBeVisible();
  await second.reload();
  await expect(second.getByRole('button', { name: 'Unmute lottery' })).toBeVisible();
  await page.getByRole('button', { name: 'Unmute lottery' }).click();
  await expect(page.getByText('You haven’t muted anything.')).toBeVisible();
});
