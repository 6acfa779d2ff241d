/** An action in one tab shows in other tabs without a reload. */
import { DAY_MS, HOUR_MS } from '@afterhours/contract/base/durations';
import type { Page } from '@playwright/test';
import { expect, PASSWORD, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf } from '../support/post-cards.ts';

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

test('A like, a bookmark, a rating and their removal show in the member’s other window', async ({
  visit,
  join,
  api,
}) => {
  const text = uniqueText('Glaze notes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const windows = [await visit({ signedIn: me }), await visit({ signedIn: me })];
  const [here, there] = windows.map(({ page }) => articleOf(page, text));
  if (!here || !there) throw new Error('two windows were opened');
  for (const { page } of windows) {
    await page.goto('/home?tab=latestPosts');
    await expect(articleOf(page, text)).toBeVisible();
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
  await expect(articleOf(page, first)).toBeVisible();
  await watching;
  await api(author, 'POST', '/post/update', { _id: id, description: better });
  await expect(articleOf(page, better)).toBeVisible();
  await api(author, 'DELETE', `/post/delete/${id}`);
  await expect(articleOf(page, better)).toHaveCount(0);
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
  const post = articleOf(page, text);
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
    await expect(articleOf(page, theirs)).toBeVisible();
    await expect(articleOf(page, mine)).toBeVisible();
    await socket;
    await page.waitForLoadState('networkidle');
  }
  await api(me, 'POST', '/users/block', { userId: blocked.id });
  await expect(articleOf(here.page, theirs)).toHaveCount(0);
  await expect(articleOf(there.page, mine)).toHaveCount(0);
  await expect(articleOf(here.page, mine)).toBeVisible();
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
  await expect(articleOf(page, text)).toBeVisible();
});

test('Seats, applications and replies in one window show in the posts and lists of another', async ({
  visit,
  join,
  api,
}) => {
  const [title, job] = [uniqueText('Glazing by night'), uniqueText('Baker of bricks')];
  const [host, me] = [await join(), await join()];
  const startsAt = new Date(Date.now() + 90 * HOUR_MS).toISOString();
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
  await expect(articleOf(feed, title).getByRole('button', { name: 'Join for free' })).toBeVisible();
  await api(me, 'POST', seats);
  await expect(articleOf(feed, title).getByText('You have a seat.')).toBeVisible();
  await api(me, 'DELETE', seats);
  await expect(articleOf(feed, title).getByText('You have a seat.')).toHaveCount(0);

  const { body } = await api(me, 'POST', `/jobs/${jobId}/applications`, {});
  await expect(articleOf(feed, job).getByText('You applied · Sent')).toBeVisible();
  const row = applications.getByRole('listitem').filter({ hasText: job });
  await expect(row).toContainText('Sent');
  await api(host, 'PUT', `/applications/${(body as { _id: string })._id}`, { status: 'talking' });
  await expect(row).toContainText('In talks');
  await expect(articleOf(feed, job).getByText('You applied · In talks')).toBeVisible();
});

test('What the member does elsewhere, and what others do, shows in five open windows', async ({ visit, join, api }) => {
  const [title, later] = [uniqueText('Raku by day'), uniqueText('For later')];
  const [host, me, other] = [await join(), await join(), await join()];
  const startsAt = new Date(Date.now() + 90 * HOUR_MS).toISOString();
  const webinar = { postType: 'webinar', title, description: '-', link: 'https://example.com/', startsAt };
  const postId = await publish(api, host, { ...webinar, price: 0, capacity: 4 });
  await api(host, 'POST', '/messages/create', { receiver_id: me.id, content: 'Hello' });
  await api(me, 'POST', '/messages/create', { receiver_id: host.id, content: 'Hi' });
  const open = async (path: string) => {
    const { page } = await visit({ signedIn: me });
    const joined = untilJoined(page);
    await page.goto(path);
    await joined;
    return page;
  };
  const feed = await open('/home?tab=latestPosts');
  const profile = await open('/Profile');
  const chat = await open(`/Messages#${host.id}`);
  const scheduled = await open('/scheduled');
  const security = await open('/Settings?tab=security');

  // The server sends changes to a window only after that window has said which posts it shows.
  await expect(async () => {
    await api(other, 'PUT', '/post/rating', { _id: postId, rating: 4 });
    await expect(articleOf(feed, title).getByText('4.0 of 5 stars, 1 rating')).toBeAttached({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await api(other, 'POST', `/webinars/${postId}/seat`);
  await expect(articleOf(feed, title).getByText('3 of 4 seats left')).toBeVisible();
  await expect(async () => {
    await api(host, 'PUT', '/updateProfile', { firstName: 'Yara' });
    const head = chat.getByRole('heading', { name: `Chat with Yara ${host.lastName}` });
    await expect(head).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(chat.getByRole('link', { name: `Yara ${host.lastName}` }).first()).toBeVisible();

  await api(me, 'POST', '/bio/addAndEdit', { bio: 'Clay at night' });
  await api(me, 'PUT', '/updateProfile', { country: 'Spain' });
  await expect(profile.getByText('Clay at night')).toBeVisible();
  await expect(profile.getByText('Spain')).toBeVisible();

  const publishAt = new Date(Date.now() + DAY_MS).toISOString();
  await expect(scheduled.getByText('Nothing is scheduled')).toBeVisible();
  await publish(api, me, { description: later, publishAt });
  await expect(scheduled.getByText(later)).toBeVisible();

  const sessions = security.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  const { body } = await api(null, 'POST', '/login', { email: me.email, password: PASSWORD });
  await expect(sessions).toHaveCount(2);
  await api({ ...me, token: (body as { token: string }).token }, 'POST', '/logout');
  await expect(sessions).toHaveCount(1);
});
