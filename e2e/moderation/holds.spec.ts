/** Holding and releasing content changes open windows without a reload. */
import type { Page } from '@playwright/test';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, which has no owner and no filters yet.
test.use({ settings: { APP_NAME: 'Night Herons' } });

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
  api,
  product,
}) => {
  const [owner, author, reader] = [await join(), await join(), await join()];
  await becomeOwner(owner, api, product);
  const filter = { kind: 'words', effect: 'hold', places: ['posts', 'comments'], note: 'No gambling' };
  await api(owner, 'POST', '/staff/filters', { ...filter, entries: ['casino'] });
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
  const changed = `${comment} for the casino`;
  for (const window of windows) await expect(postIn(window).getByText(comment)).toBeVisible();
  await api(author, 'POST', '/post/addEditComment', { post_id: id, comment_id: body._id, comment: changed });
  await expect(postIn(reading).getByText(comment)).toHaveCount(0);
  for (const window of [here, there]) await expect(postIn(window).getByText(note)).toHaveCount(1);

  await api(author, 'POST', '/post/update', { _id: id, description: `${word} at the casino` });
  await expect(postIn(reading)).toHaveCount(0);
  await expect(reading.page.getByText('This post is not available.')).toBeVisible();
  // The comments of a held post are not shown, so the only note is the post's.
  for (const window of [here, there]) {
    await expect(postIn(window).getByText(`${word} at the casino`)).toBeVisible();
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
