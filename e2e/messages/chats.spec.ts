import { expectAccessible } from '../support/axe.ts';
import { allowMessages, composer, row, sendMessage, thread, write } from '../support/chat-page.ts';
import { expect, PASSWORD, publish, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

test('a block closes the open chat on both sides, without saying who blocked whom', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ana, ben, 'Are you there?');
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: ben });
  for (const [window, partner] of [
    [page, ben],
    [theirs, ana],
  ] as const) {
    await window.goto(`/Messages#${partner.id}`);
    await expect(thread(window, partner.firstName).getByText('Are you there?')).toBeVisible();
  }
  await api(ben, 'POST', '/users/block', { userId: ana.id, action: 'block' });
  for (const window of [page, theirs]) {
    await expect(window.getByText('This member is no longer here')).toBeVisible();
    await expect(window.getByRole('textbox', { name: /^Message to/ })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Back to your chats' }).click();
  await expect(page.getByText('Please select user to send message.')).toBeVisible();
  await expect(row(page, 'Ben')).toHaveCount(0);
  await expect(row(theirs, 'Ana')).toHaveCount(0);
});

test('the first message to a member is written in the new-message pane, which reports missing fields', async ({
  visit,
  join,
  api,
}) => {
  const ana = await join({ firstName: 'Ana' });
  const dora = await join({ firstName: 'Dorothea', lastName: 'Vance' });
  await allowMessages(api, dora, ana);
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: dora });
  await theirs.goto('/Messages');
  await page.goto('/Messages');
  await expect(page.getByText('No chats yet')).toBeVisible();
  await page.getByRole('button', { name: 'New message' }).click();
  await expect(page.getByRole('heading', { name: 'New Messages' })).toBeVisible();
  await expect(page.getByPlaceholder('Search..')).toBeFocused();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await page.getByPlaceholder('Write your message').fill('Good evening');
  await send.click();
  await expect(page.getByText('Please select user to send message', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New message', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Write your message')).toHaveValue('Good evening');
  await page.getByPlaceholder('Search..').fill('dorothea');
  await page
    .getByRole('list', { name: 'Members' })
    .getByRole('button', { name: /Dorothea Vance/ })
    .click();
  await expect(page.getByPlaceholder('Write your message')).toBeFocused();
  await send.click();
  await page.waitForURL(`**/Messages#${dora.id}`);
  await expect(thread(page, 'Dorothea').getByText('Good evening')).toBeVisible();
  await expect(row(theirs, 'Ana')).toContainText('Good evening');
  await composer(page, 'Dorothea').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a message or upload an image')).toBeVisible();
  await composer(page, 'Dorothea').fill('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a message', { exact: true })).toBeVisible();
});

test('older messages load above without moving the view, and a draft survives', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  for (let count = 1; count <= 70; count++)
    await sendMessage(api, count % 3 ? ben : ana, count % 3 ? ana : ben, `Line ${count}.`);
  await api(ana, 'PUT', '/messages/read', { user_id: ben.id, seq: 70 });
  const { page } = await visit({ signedIn: ana });
  await page.goto(`/Messages#${ben.id}`);
  await expect(thread(page, 'Ben').getByText('Line 70.')).toBeInViewport();
  await composer(page, 'Ben').fill('Half a thought');
  const box = thread(page, 'Ben');
  const mark = box.getByText('Line 50.', { exact: true });
  const topOf = () => mark.evaluate((element) => element.getBoundingClientRect().top);
  // The response is held back until the position has been measured.
  let release: () => void = () => undefined;
  const measured = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/messages?*cursor*', (route) => measured.then(() => route.continue()));
  await box.evaluate((element) => element.scrollTo(0, 400));
  await expect(page.getByText('Loading older messages')).toBeAttached();
  const before = await topOf();
  release();
  await expect(box.getByText('Line 20.', { exact: true })).toBeAttached();
  const after = await topOf();
  expect(Math.abs(after - before)).toBeLessThan(2);
  await sendMessage(api, ben, ana, 'Brand new');
  await page.getByRole('button', { name: /^1 new message/ }).click();
  await expect(box.getByText('Brand new')).toBeInViewport();
  await page.reload();
  await expect(composer(page, 'Ben')).toHaveValue('Half a thought');
  await write(page, 'Ben', 'A whole one');
  await expect(box.getByText('A whole one')).toBeInViewport();
  // Only the messages scroll, and not also what is around them: hidden labels far up in the list must not count there.
  const scrolled = await box.evaluate((element) => {
    for (let place = element.parentElement; place; place = place.parentElement) place.scrollTop = 999;
    return element.getBoundingClientRect().top;
  });
  expect(scrolled).toBeGreaterThan(0);
});

test('on a phone a chat fills the window and leads back to the list', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page } = await visit({ signedIn: ana, width: 390, height: 844 });
  await page.goto('/Messages');
  await row(page, 'Ben').click();
  await expect(page.getByRole('heading', { name: /Chat with\s+Ben/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Places' })).toHaveCount(0);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 420 });
  await expect(send).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'About Ben' }).click();
  const side = page.getByRole('dialog', { name: 'About this chat' });
  await expect(side.getByRole('link', { name: 'View Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(side).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to your chats' }).click();
  await expect(row(page, 'Ben')).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
});

test('the floating chats are on every other page, stay open after a reload, and close with Escape', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page } = await visit({ signedIn: ana });
  await page.goto('/home');
  const dock = page.getByRole('complementary', { name: 'Messaging' });
  await dock.getByRole('button', { name: 'Messaging 1 unread' }).click();
  await dock
    .getByRole('button', { name: /^Ben/ })
    .or(dock.getByRole('button', { name: /Ben .*Hello/ }))
    .first()
    .click();
  await write(page, 'Ben', 'From the corner');
  await expect(thread(page, 'Ben').getByText('From the corner')).toBeVisible();
  await page.reload();
  await expect(thread(page, 'Ben').getByText('From the corner')).toBeVisible();
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await expect(dock).toHaveCount(0);
  await page.goBack();
  await dock.getByRole('button', { name: 'Back to your chats' }).press('Enter');
  await expect(dock.getByRole('button', { name: 'Messaging' })).toBeFocused();
  await dock
    .getByRole('button', { name: /Ben .*From the corner/ })
    .first()
    .press('Enter');
  await composer(page, 'Ben').focus();
  await page.keyboard.press('Escape');
  await expect(dock.getByRole('searchbox', { name: 'Find' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dock.getByRole('searchbox', { name: 'Find' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Open chats' }).click();
  await expect(dock.getByRole('searchbox', { name: 'Find' })).toBeVisible();
});

test('chats are accessible', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const postId = await publish(api, ana, { postType: 'job', title: 'Loom keeper', description: 'Saturdays' });
  await api(ben, 'POST', '/messages/create', { content: 'JOBAPPLIED', receiver_id: ana.id, post_id: postId });
  await sendMessage(api, ben, ana, 'See https://example.com');
  await sendMessage(api, ana, ben, 'Thank you');
  const { page } = await visit({ signedIn: ana });
  for (const path of ['/Messages', `/Messages#${ben.id}`, '/Messages#new']) {
    await openPage(page, '/terms-condition');
    await openPage(page, path);
    await expectAccessible(page, path);
  }
});

test('an open chat shows that the other member has deleted their account', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ana, ben, 'Goodbye');
  await sendMessage(api, ben, ana, 'Farewell');
  const { page } = await visit({ signedIn: ben });
  await page.goto(`/Messages#${ana.id}`);
  await expect(thread(page, 'Ana').getByText('Goodbye')).toBeVisible();
  await api(ana, 'DELETE', '/account', { password: PASSWORD });
  await expect(page.getByRole('heading', { name: 'Chat with Deleted member' })).toBeVisible();
  await expect(thread(page, 'Deleted').getByText('Farewell')).toBeVisible();
  await expect(page.getByText('Goodbye')).toHaveCount(0);
  await expect(page.getByText('You cannot write to this member any more.')).toBeVisible();
});
