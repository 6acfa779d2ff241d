import { readFileSync } from 'node:fs';
import { composer, row, sendMessage, thread, write } from '../support/chat-page.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

const PICTURE = readFileSync('web/src/features/account/landing/pictures/tomas.webp');
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

test('two members chat: messages arrive live, with typing, delivery and read receipts', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ana, ben, 'Are you there?');
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: ben });
  await page.goto(`/Messages#${ben.id}`);
  await expect(page.getByRole('heading', { name: /Chat with\s+Ben/ })).toBeVisible();
  await theirs.goto('/home');
  await expect(theirs.getByRole('link', { name: /^Messages 1/ })).toBeVisible();
  await expect(thread(page, 'Ben').getByText('Delivered')).toBeAttached();
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible();

  await theirs.getByRole('link', { name: /^Messages/ }).click();
  await expect(theirs.getByText('Please select user to send message.')).toBeVisible();
  await expect(row(theirs, 'Ana')).toContainText('1 unread');
  await row(theirs, 'Ana').click();
  await expect(composer(theirs, 'Ana')).toBeFocused();
  await expect(thread(theirs, 'Ana').getByText('Are you there?')).toBeVisible();
  await expect(theirs.getByText('New messages', { exact: true })).toBeVisible();
  await expect(thread(page, 'Ben').getByText('Read', { exact: true })).toBeAttached();
  await expect(theirs.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  await composer(theirs, 'Ana').pressSequentially('Yes, since');
  await expect(page.getByText('Typing…').first()).toBeVisible();
  await composer(theirs, 'Ana').fill('Yes, since eight');
  await theirs.keyboard.press('Enter');
  await expect(composer(theirs, 'Ana')).toHaveValue('');
  await expect(thread(page, 'Ben').getByText('Yes, since eight')).toBeVisible();
  await expect(page.getByText('Typing…')).toHaveCount(0);
  await write(page, 'Ben', 'Good');
  await expect(thread(theirs, 'Ana').getByText('Good')).toBeVisible();
  await expect(row(page, 'Ben')).toContainText('You: Good');
  await expect(page.getByText(/sent you a message/)).toHaveCount(0);
  await expect(thread(page, 'Ben').getByText('Read', { exact: true })).toHaveCount(2);
});

test('unread counts are exact in two windows of the same member', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  for (const content of ['One', 'Two', 'Three']) await sendMessage(api, ben, ana, content);
  const { page, context } = await visit({ signedIn: ana });
  const second = await context.newPage();
  await page.goto('/Messages');
  await second.goto('/home');
  await expect(row(page, 'Ben')).toContainText('3 unread');
  await sendMessage(api, ben, ana, 'Four');
  await expect(row(page, 'Ben')).toContainText('4 unread');
  await expect(second.getByRole('link', { name: /^Messages 4/ })).toBeVisible();
  await row(page, 'Ben').click();
  await expect(row(page, 'Ben')).not.toContainText('unread');
  await expect(second.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
});

test('messages written offline wait, survive a reload, and are sent once and in order', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page, context } = await visit({ signedIn: ana, expectNetworkErrors: true });
  const { page: theirs } = await visit({ signedIn: ben });
  await page.goto(`/Messages#${ben.id}`);
  await theirs.goto(`/Messages#${ana.id}`);
  await expect(thread(page, 'Ben').getByText('Hello')).toBeVisible();
  await page.route('**/api/messages/create', (route) => route.abort());
  await write(page, 'Ben', 'First of three');
  await write(page, 'Ben', 'Second of three');
  await expect(page.getByText('Waiting…')).toHaveCount(2);
  await page.reload();
  await expect(page.getByText('Waiting…')).toHaveCount(2);
  // While the other messages cannot be loaded, these look the same.
  const beside = await thread(page, 'Ben').getByText('First of three').boundingBox();
  await page.route(/\/api\/messages\?/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const alone = await thread(page, 'Ben').getByText('First of three').boundingBox();
  expect([alone?.x, alone?.height]).toEqual([beside?.x, beside?.height]);
  await page.unroute(/\/api\/messages\?/);
  await page.reload();
  await expect(thread(page, 'Ben').getByText('Hello')).toBeVisible();
  await page.unroute('**/api/messages/create');
  await context.setOffline(true);
  await write(page, 'Ben', 'Third of three');
  await sendMessage(api, ben, ana, 'Meanwhile');
  await context.setOffline(false);
  await expect(page.getByText('Waiting…')).toHaveCount(0, { timeout: 15_000 });
  for (const [side, name] of [
    [page, 'Ben'],
    [theirs, 'Ana'],
  ] as const) {
    const shown = thread(side, name).getByText(/of three$/);
    await expect(shown).toHaveText(['First of three', 'Second of three', 'Third of three']);
    await expect(thread(side, name).getByText('Meanwhile')).toHaveCount(1);
  }
});

test('waiting messages are sent once, even if two windows have them in their outbox', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page, context } = await visit({ signedIn: ana, expectNetworkErrors: true });
  await page.goto(`/Messages#${ben.id}`);
  const second = await context.newPage();
  await second.goto(`/Messages#${ben.id}`);
  await expect(thread(second, 'Ben').getByText('Hello')).toBeVisible();
  await context.setOffline(true);
  await write(page, 'Ben', 'From the first');
  await write(second, 'Ben', 'From the second');
  for (const window of [page, second]) await expect(window.getByText('Waiting…')).toHaveCount(2);
  await context.setOffline(false);
  for (const window of [page, second]) {
    await expect(window.getByText('Waiting…')).toHaveCount(0, { timeout: 15_000 });
    await expect(thread(window, 'Ben').getByText(/^From the/)).toHaveText(['From the first', 'From the second']);
  }
  const { body } = (await api(ben, 'GET', `/messages?userId=${ana.id}`)) as { body: unknown[] };
  expect(body).toHaveLength(3);
});

test('a message whose response is lost appears once', async ({ visit, join, api }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page } = await visit({ signedIn: ana, expectNetworkErrors: true });
  await page.goto(`/Messages#${ben.id}`);
  let lost = 0;
  await page.route('**/api/messages/create', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await write(page, 'Ben', 'Only once');
  await expect(thread(page, 'Ben').getByText('Sent', { exact: true })).toBeAttached({ timeout: 10_000 });
  await expect(thread(page, 'Ben').getByText('Only once')).toHaveCount(1);
  const { body } = (await api(ben, 'GET', `/messages?userId=${ana.id}`)) as { body: unknown[] };
  expect(body).toHaveLength(2);
});

test('pictures and documents are sent with a message, and appear among the shared files', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await sendMessage(api, ben, ana, 'Hello');
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: ben });
  await theirs.goto(`/Messages#${ana.id}`);
  await page.goto(`/Messages#${ben.id}`);
  await expect(thread(page, 'Ben').getByText('Hello')).toBeVisible();
  await page
    .locator('input[accept="image/*"]')
    .setInputFiles({ name: 'shelf.webp', mimeType: 'image/webp', buffer: PICTURE });
  await page.locator('input[accept=".doc,.docx,.pdf"]').setInputFiles([
    { name: 'offer.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await expect(page.getByText('notes.txt: Please choose a PDF or Word document without macros.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const seen = thread(theirs, 'Ana');
  await expect(seen.getByRole('link', { name: 'Download offer.pdf' })).toBeVisible();
  await expect(seen.getByRole('link', { name: 'Open Link: offer.pdf' })).toBeVisible();
  await seen.getByRole('button', { name: /Open the picture shelf\.\w+ from Ana/ }).click();
  await expect(theirs.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: /^shelf/ })).toBeVisible();
  await theirs.keyboard.press('Escape');
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await expect(theirs).toHaveURL(new RegExp(ana.id));
  const shared = theirs.getByRole('region', { name: 'Shared files' });
  await expect(shared.getByRole('link', { name: 'Download offer.pdf' })).toBeVisible();
  await expect(row(theirs, 'Ana')).toContainText('Photo');
  const download = theirs.waitForEvent('download');
  await seen.getByRole('link', { name: 'Download offer.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('offer.pdf');
  await expect(page.getByRole('list', { name: 'Files to send' })).toHaveCount(0);
});

test('chats are pinned, found and deleted; a sent message is deleted for both members', async ({
  visit,
  join,
  api,
}) => {
  const ana = await join({ firstName: 'Ana' });
  const [ben, cleo] = [await join({ firstName: 'Ben' }), await join({ firstName: 'Cleo' })];
  await sendMessage(api, ben, ana, 'From Ben');
  await sendMessage(api, cleo, ana, 'From Cleo');
  await sendMessage(api, ana, cleo, 'Never mind this');
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: cleo });
  await theirs.goto(`/Messages#${ana.id}`);
  await page.goto('/Messages');
  const menu = (name: string) => page.getByRole('button', { name: `Menu of the chat with ${name}` });
  await expect(page.getByRole('region', { name: 'Pinned' })).toHaveCount(0);
  await menu('Ben').click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(page.getByText('Chat pinned.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Ben' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Ben' })).toBeVisible();
  await menu('Ben').click();
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveCount(2);

  await page.getByRole('region', { name: 'Chats' }).getByRole('searchbox', { name: 'Find' }).fill('cle');
  await expect(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveCount(1);
  await page.getByRole('region', { name: 'Chats' }).getByRole('searchbox', { name: 'Find' }).fill('');
  await row(page, 'Cleo').click();
  await thread(page, 'Cleo').getByText('Never mind this').hover();
  await thread(page, 'Cleo').getByRole('button', { name: 'Message menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(thread(page, 'Cleo').getByText('Message deleted')).toBeVisible();
  await expect(thread(theirs, 'Ana').getByText('Message deleted')).toBeVisible();
  await expect(row(page, 'Cleo')).toContainText('You: Message deleted');

  await menu('Cleo').click();
  await page.getByRole('menuitem', { name: 'Delete chat' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete the chat with Cleo?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Chat deleted.')).toBeVisible();
  await expect(row(page, 'Cleo')).toHaveCount(0);
  await expect(page.getByText('Please select user to send message.')).toBeVisible();
  await expect(thread(theirs, 'Ana').getByText('From Cleo')).toBeVisible();
  await sendMessage(api, cleo, ana, 'Once more');
  await row(page, 'Cleo').click();
  await expect(thread(page, 'Cleo').getByText('Once more')).toBeVisible();
  await expect(thread(page, 'Cleo').getByText('From Cleo')).toHaveCount(0);
});

test('an application opens the chat, and its card appears in the owner’s chat', async ({ visit, join, api }) => {
  const title = uniqueText('Kiln keeper');
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const fields = { postType: 'job', title, opening: '2', salary: '€18 / h', description: 'Saturdays' };
  const postId = await publish(api, ben, fields);
  const { page } = await visit({ signedIn: ana });
  const { page: theirs } = await visit({ signedIn: ben });
  await page.goto(`/activities#${postId}`);
  await openPage(page, `/home?tab=latestPosts`);
  await page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Job applied successfully')).toBeVisible();
  await page.waitForURL(`**/Messages#${ben.id}`);
  await expect(thread(page, 'Ben').getByText('You applied for this job')).toBeVisible();
  await theirs.goto('/Messages');
  await expect(row(theirs, 'Ana')).toContainText('Job application');
  await row(theirs, 'Ana').click();
  const card = thread(theirs, 'Ana');
  await expect(card.getByText('Ana applied for a job you posted')).toBeVisible();
  for (const text of ['2', '€18 / h', 'Saturdays']) await expect(card.getByText(text, { exact: true })).toBeVisible();
  await card.getByRole('link', { name: title }).click();
  await theirs.waitForURL(`**/activities#${postId}`);
});
