/** An action in one tab shows in other tabs without a reload. */
import type { Page } from '@playwright/test';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';

/** Resolves once the page has notified the server of the post that it shows. Call it before the page is opened. */
async function untilWatching(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => payload.toString().includes('"watch"'));
}

/** Resolves once the window's socket is connected: from then on it receives the member's events. */
async function untilJoined(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40'));
}

const postOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('A like, a bookmark, a rating and their removal show in the member’s other window', async ({
  visit,
  join,
  api,
}) => {
  const text = uniqueText('Glaze notes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const windows = [await visit({ signedIn: me }), await visit({ signedIn: me })];
  const [here, there] = windows.map(({ page }) => postOf(page, text));
  if (!here || !there) throw new Error('two windows were opened');
  for (const { page } of windows) {
    await page.goto('/home?tab=latestPosts');
    await expect(postOf(page, text)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  const pressed = (name: string) => there.getByRole('button', { name, exact: true });
  for (const name of ['Like', 'Bookmark']) {
    await here.getByRole('button', { name, exact: true }).click();
    await expect(pressed(name)).toHaveAttribute('aria-pressed', 'true');
  }
  await here.getByRole('button', { name: 'Rate', exact: true }).click();
  await here.getByRole('radio', { name: '4 stars' }).click();
  await there.getByRole('button', { name: 'Rated 4' }).click();
  await expect(there.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await there.getByRole('button', { name: 'Remove rating' }).click();
  await expect(here.getByRole('button', { name: 'Rate', exact: true })).toBeVisible();
  for (const name of ['Like', 'Bookmark']) {
    await here.getByRole('button', { name, exact: true }).click();
    await expect(pressed(name)).toHaveAttribute('aria-pressed', 'false');
  }
});

test('When an author edits and then deletes a post, it changes and disappears in other members’ windows', async ({
  visit,
  join,
  api,
}) => {
  const better = uniqueText('Better words');
  const first = uniqueText('First words');
  const [author, viewer] = [await join(), await join()];
  const id = await publish(api, author, { description: first });
  const { page } = await visit({ signedIn: viewer });
  const watching = untilWatching(page);
  await page.goto('/home?tab=latestPosts');
  await expect(postOf(page, first)).toBeVisible();
  await watching;
  await api(author, 'POST', '/post/update', { _id: id, description: better });
  await expect(postOf(page, better)).toBeVisible();
  await api(author, 'DELETE', `/post/delete/${id}`);
  await expect(postOf(page, better)).toHaveCount(0);
  await expect(page.getByText('This post was deleted.')).toBeVisible();
});

test('A rating by keyboard takes one request, however many keys are pressed', async ({ visit, join, api }) => {
  const text = uniqueText('Ash glazes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: me });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/post/rating')) calls++;
  });
  await page.goto('/home?tab=latestPosts');
  const post = postOf(page, text);
  const rate = post.getByRole('button', { name: 'Rate', exact: true });
  const before = await rate.boundingBox();
  await rate.focus();
  await page.keyboard.press('Enter');
  // Opening the stars does not move the row.
  expect((await rate.boundingBox())?.x).toBe(before?.x);
  await expect(post.getByRole('radio', { name: '1 star' })).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(post.getByRole('radio', { name: '4 stars' })).toBeFocused();
  expect(calls).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rating saved.')).toBeVisible();
  await expect(post.getByRole('button', { name: 'Rated 4' })).toBeFocused();
  expect(calls).toBe(1);
});

test('A name that is changed in one window shows in the member’s other window', async ({ visit, join, api }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  const card = page.getByRole('complementary', { name: 'About you and filters' });
  await expect(card.getByText(`${me.firstName} ${me.lastName}`)).toBeVisible();
  const socket = page.waitForEvent('websocket');
  await page.reload();
  await socket;
  await expect(async () => {
    await api(me, 'PUT', '/updateProfile', { firstName: 'Salma' });
    await expect(card.getByText(`Salma ${me.lastName}`)).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('A block removes the posts of both members from each other’s open windows', async ({ visit, join, api }) => {
  const [mine, theirs] = [uniqueText('Slip recipes'), uniqueText('Kiln diary')];
  const [me, blocked] = [await join(), await join()];
  await publish(api, me, { description: mine });
  await publish(api, blocked, { description: theirs });
  const [here, there] = [await visit({ signedIn: me }), await visit({ signedIn: blocked })];
  for (const { page } of [here, there]) {
    const socket = page.waitForEvent('websocket');
    await page.goto('/home?tab=latestPosts');
    await expect(postOf(page, theirs)).toBeVisible();
    await expect(postOf(page, mine)).toBeVisible();
    await socket;
    await page.waitForLoadState('networkidle');
  }
  await api(me, 'POST', '/users/block', { userId: blocked.id });
  await expect(postOf(here.page, theirs)).toHaveCount(0);
  await expect(postOf(there.page, mine)).toHaveCount(0);
  await expect(postOf(here.page, mine)).toBeVisible();
});

test('A post that is bookmarked in one window appears in the bookmarks in the other', async ({ visit, join, api }) => {
  const text = uniqueText('Handles');
  const [author, me] = [await join(), await join()];
  const id = await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: me });
  const joined = untilJoined(page);
  await page.goto('/bookmarks');
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await joined;
  await api(me, 'POST', '/bookmark/create', { post_id: id });
  await expect(postOf(page, text)).toBeVisible();
});

test('Seats, applications and replies in one window show in the posts and lists of another', async ({
  visit,
  join,
  api,
}) => {
  const [title, job] = [uniqueText('Glazing by night'), uniqueText('Baker of bricks')];
  const [host, me] = [await join(), await join()];
  const startsAt = new Date(Date.now() + 90 * 3_600_000).toISOString();
  const more = { description: '-', link: 'https://example.com/', startsAt, price: 0, capacity: 4 };
  const seats = `/webinars/${await publish(api, host, { postType: 'webinar', title, ...more })}/seat`;
  const jobId = await publish(api, host, { postType: 'job', title: job, description: '-' });
  const [{ page: feed }, { page: applications }] = [await visit({ signedIn: me }), await visit({ signedIn: me })];
  for (const [page, path] of [
    [feed, '/home?tab=latestPosts'],
    [applications, '/me/applications'],
  ] as const) {
    const joined = untilJoined(page);
    await page.goto(path);
    await joined;
  }
  await expect(applications.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(postOf(feed, title).getByRole('button', { name: 'Join for free' })).toBeVisible();
  await api(me, 'POST', seats);
  await expect(postOf(feed, title).getByText('You have a seat.')).toBeVisible();
  await api(me, 'DELETE', seats);
  await expect(postOf(feed, title).getByText('You have a seat.')).toHaveCount(0);

  const { body } = await api(me, 'POST', `/jobs/${jobId}/applications`, {});
  await expect(postOf(feed, job).getByText('You applied · Sent')).toBeVisible();
  const row = applications.getByRole('listitem').filter({ hasText: job });
  await expect(row).toContainText('Sent');
  await api(host, 'PUT', `/applications/${(body as { _id: string })._id}`, { status: 'talking' });
  await expect(row).toContainText('In talks');
  await expect(postOf(feed, job).getByText('You applied · In talks')).toBeVisible();
});
