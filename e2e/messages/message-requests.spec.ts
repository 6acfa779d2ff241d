/** Message requests: the first message from a member without a tie to its receiver. */
import { expectAccessible } from '../support/axe.ts';
import { composer, row, thread, write } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';

test('a stranger’s message waits among the requests, and becomes a chat for both once accepted', async ({
  visit,
  join,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const { page } = await visit({ signedIn: ana });
  const { page: theirs, context } = await visit({ signedIn: ben });
  const second = await context.newPage();
  await theirs.goto('/Messages');
  await second.goto('/Messages');
  await expect(theirs.getByText('No chats yet')).toBeVisible();
  await page.goto(`/Messages#${ben.id}`);
  await expect(page.getByRole('note')).toContainText('You can send 3 more requests today');
  await expect(page.getByRole('button', { name: 'Attach an image' })).toHaveCount(0);
  await write(page, 'Ben', 'Do you build lamps?');
  await expect(page.getByText('Sent as a request.')).toBeFocused();
  await expect(composer(page, 'Ben')).toHaveCount(0);

  const requests = theirs.getByRole('link', { name: /^Requests 1/ });
  await expect(requests).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await requests.click();
  const request = theirs.getByRole('region', { name: 'Requests' }).getByRole('link', { name: /Ana/ });
  const touch = await context.newCDPSession(theirs);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  // Unlike a chat, it has no menu that a touch screen always shows.
  await expect(request).toHaveCSS('padding-right', '12px');
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await request.click();
  await expect(thread(theirs, 'Ana').getByText('Do you build lamps?')).toBeVisible();
  await expectAccessible(theirs, 'the request');
  const accept = theirs.getByRole('button', { name: 'Accept' });
  await expect(accept).toBeVisible();
  await expect(thread(page, 'Ben').getByText('Read', { exact: true })).toHaveCount(0);
  await accept.click();
  await expect(composer(theirs, 'Ana')).toBeVisible();
  await expect(row(second, 'Ana')).toBeVisible();
  await expect(composer(page, 'Ben')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Attach an image' })).toBeVisible();
  await write(page, 'Ben', 'Wonderful');
  await expect(thread(theirs, 'Ana').getByText('Wonderful')).toBeVisible();
});

test('an ignored request returns on Restore, and later from the list of ignored requests', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await api(ana, 'POST', '/messages/create', { content: 'Hello', receiver_id: ben.id });
  const { page } = await visit({ signedIn: ben });
  await page.goto('/Messages?list=requests');
  const request = page.getByRole('region', { name: 'Requests' }).getByRole('link', { name: /Ana/ });
  await request.click();
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(request).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(request).toBeVisible();
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(page.getByText('No requests')).toBeVisible();
  await page.getByRole('tab', { name: 'Ignored' }).click();
  await expect(request).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(request).toHaveCount(0);
  await page.getByRole('tab', { name: 'New' }).click();
  await expect(request).toBeVisible();
});

test('On a phone, faces are next to their text, and the toast after a report covers none of the answers', async ({
  visit,
  join,
  api,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  for (const firstName of ['Maximiliane-Theodora-Wilhelmina', 'Cleo', 'Dina']) {
    const known = await join({ firstName });
    await api(ben, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: known.id });
    await api(known, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: ana.id });
  }
  await api(ana, 'POST', '/messages/create', { content: 'Hello', receiver_id: ben.id });
  const { page } = await visit({ signedIn: ben, width: 320, height: 640 });
  await page.goto('/Messages?list=requests');
  await page.getByRole('region', { name: 'Requests' }).getByRole('link', { name: /Ana/ }).click();
  const bar = page.getByRole('region', { name: 'Request from Ana' });
  const between = await bar.getByText(/^Followed by/).evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const left = Math.min(...Array.from(range.getClientRects(), (line) => line.left));
    return left - (text.previousElementSibling?.getBoundingClientRect().right ?? 0);
  });
  expect(Math.abs(between - 8)).toBeLessThanOrEqual(1);

  await bar.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  const toast = page.getByText('Thank you. We will review this message.');
  // The toast stays while the pointer is on it.
  await toast.hover();
  for (const name of ['Accept', 'Restore', 'Block', 'Report']) {
    const isFree = await bar.getByRole('button', { name }).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isFree, name).toBe(true);
  }
});
