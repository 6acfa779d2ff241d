/** Content that a filter holds: in open windows, which change without a reload, and on the staff pages. */
import type { Page } from '@playwright/test';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { ownerOf } from '../support/owner.ts';

// A community of its own, which has no owner and no filters yet.
test.use({ settings: { APP_NAME: 'Eagle Owls' } });
// In one worker, which starts that community once. Each test decides all its cases.
test.describe.configure({ mode: 'default' });

/** Opens the latest posts. Resolves once the page has notified the server of the post that it shows. */
async function openLatest(page: Page): Promise<void> {
  const watching = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => payload.toString().includes('"watch"')));
  await page.goto('/home?tab=latestPosts');
  await watching;
}

test('held content stays in its author’s windows with the rule, and is not available to others', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await ownerOf(product, signUp, api);
  const [author, reader] = [await join(), await join()];
  const filter = { kind: 'words', effect: 'hold', places: ['posts', 'comments'], note: 'No gambling' };
  await api(owner, 'POST', '/staff/filters', { ...filter, entries: ['roulette'] });
  const word = uniqueText('An evening');
  const id = await publish(api, author, { description: word });
  const comment = uniqueText('Bring chips');
  const { body } = (await api(author, 'POST', '/post/addEditComment', { post_id: id, comment })) as {
    body: { _id: string };
  };
  const windows = [
    await visit({ signedIn: author }),
    await visit({ signedIn: author }),
    await visit({ signedIn: reader }),
  ];
  for (const { page } of windows) await openLatest(page);
  const postIn = ({ page }: { page: Page }) => page.getByRole('article').filter({ hasText: word });
  const [here, there, reading] = windows as [(typeof windows)[0], (typeof windows)[0], (typeof windows)[0]];
  for (const window of windows) await expect(postIn(window)).toBeVisible();

  const note = /^Only you can see this until a moderator has reviewed it. Rule: No gambling/;
  const changed = `${comment} for the roulette`;
  for (const window of windows) await expect(postIn(window).getByText(comment)).toBeVisible();
  await api(author, 'POST', '/post/addEditComment', { post_id: id, comment_id: body._id, comment: changed });
  await expect(postIn(reading).getByText(comment)).toHaveCount(0);
  for (const window of [here, there]) await expect(postIn(window).getByText(note)).toHaveCount(1);

  await api(author, 'POST', '/post/update', { _id: id, description: `${word} at the roulette` });
  await expect(postIn(reading)).toHaveCount(0);
  await expect(reading.page.getByText('This post is not available.')).toBeVisible();
  // The comments of a held post are not shown, so the only note is the post's.
  for (const window of [here, there]) {
    await expect(postIn(window).getByText(`${word} at the roulette`)).toBeVisible();
    await expect(postIn(window).getByText(note)).toHaveCount(1);
  }

  const listed = (await api(owner, 'GET', '/staff/cases')) as unknown as { body: { _id: string }[] };
  expect(listed.body).toHaveLength(2);
  for (const { _id } of listed.body) await api(owner, 'POST', `/staff/cases/${_id}/decisions`, { action: 'none' });
  for (const window of [here, there]) {
    await expect(postIn(window).getByText(note)).toHaveCount(0);
    await expect(postIn(window).getByText(changed)).toBeVisible();
  }
  await reading.page.reload();
  await expect(postIn(reading)).toBeVisible();
});

test('only the author sees held content until a moderator decides, and one decision hides a spam wave', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await ownerOf(product, signUp, api);
  const [author, reader] = [await join(), await join()];
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation/filters');
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('textbox', { name: /One per line/ }).fill('casino\nbuy followers');
  await page.getByRole('textbox', { name: /Rule/ }).fill('No gambling');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Filter saved. It is now in effect.')).toBeVisible();

  const description = uniqueText('A CASINO, for one night');
  const { page: theirs } = await visit({ signedIn: author });
  await theirs.goto('/home?tab=latestPosts');
  await theirs.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await theirs.getByLabel('Description').fill(description);
  await theirs.getByRole('button', { name: 'Publish' }).click();
  const post = theirs.getByRole('article').filter({ hasText: description });
  await expect(
    post.getByText('Only you can see this until a moderator has reviewed it. Rule: No gambling'),
  ).toBeVisible();
  await theirs.reload();
  await expect(post).toBeVisible();
  const { page: reading } = await visit({ signedIn: reader });
  await reading.goto('/home?tab=latestPosts');
  await expect(reading.getByRole('heading', { name: 'Explore' })).toBeVisible();
  await reading.waitForLoadState('networkidle');
  await expect(reading.getByText(description)).toHaveCount(0);

  await openPage(page, '/moderation');
  await page.getByRole('button', { name: /found automatically/ }).click();
  await expect(page.getByText('Only its author sees it until you decide.')).toBeVisible();
  await page.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await reading.reload();
  await expect(reading.getByText(description)).toBeVisible();
  await theirs.reload();
  await expect(post).toBeVisible();
  await expect(post.getByText(/Only you can see this/)).toHaveCount(0);

  for (let at = 0; at < 3; at++) await publish(api, author, { description: uniqueText('Buy followers here') });
  await openPage(page, '/moderation');
  await page
    .getByRole('button', { name: /found automatically/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Act on everything by this member' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This hides 1 post and 0 comments, and closes 3 cases.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Rule' }).fill('No spam');
  await dialog.getByRole('textbox', { name: /Statement/ }).fill('It was all spam.');
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('It is running')).toBeVisible();
  await expect(async () => {
    await reading.reload();
    await expect(reading.getByRole('heading', { name: 'Explore' })).toBeVisible();
    await reading.waitForLoadState('networkidle');
    await expect(reading.getByText(description)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await openPage(theirs, '/Settings?tab=privacy');
  await expect(theirs.getByText('It was all spam.')).toBeVisible();
});
