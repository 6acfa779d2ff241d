import type { Page } from '@playwright/test';
import { allowMessages, row, sendMessage, thread } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';

const newestButton = (page: Page) => page.getByRole('button', { name: /new messages$/ });
/** Returns the number of unread messages on the button that leads to the newest. */
const readUnread = async (page: Page): Promise<number> =>
  Number.parseInt((await newestButton(page).textContent()) ?? '', 10);

for (const count of [20, 45, 120]) {
  test(`a chat with ${count} unread messages opens at the first, and is marked read as far as shown`, async ({
    visit,
    join,
    api,
  }) => {
    const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
    const send = (content: string) => api(ben, 'POST', '/messages/create', { content, receiver_id: ana.id });
    await allowMessages(api, ana, ben);
    for (let number = 1; number <= 8; number++) await send(`Before ${number}.`);
    await api(ana, 'PUT', '/messages/read', { user_id: ben.id, seq: 8 });
    for (let number = 1; number <= count; number++) await send(`Line ${number}.`);
    const { page } = await visit({ signedIn: ana });
    await page.goto('/Messages');
    await expect(row(page, 'Ben')).toContainText(count > 99 ? '99+ unread' : `${count} unread`);
    await row(page, 'Ben').click();
    const box = thread(page, 'Ben');
    await expect(box.getByText('Line 1.', { exact: true })).toBeInViewport();
    await expect(page.getByText('New messages', { exact: true })).toBeInViewport();
    if (count === 20) return;
    await expect(box.getByText(`Line ${count}.`, { exact: true })).not.toBeInViewport();

    // Messages on the first screen are marked read, and those below are not.
    await expect.poll(() => readUnread(page)).toBeLessThan(count);
    const first = await readUnread(page);
    expect(first).toBeGreaterThan(count - 30);
    await expect(row(page, 'Ben')).toContainText(`${Math.min(first, 99)}`);
    await box.getByText('Line 32.', { exact: true }).scrollIntoViewIfNeeded();
    await expect.poll(() => readUnread(page)).toBeLessThan(first);
    const second = await readUnread(page);
    expect(second).toBeGreaterThan(0);
    const { body: chat } = await api(ana, 'GET', `/messages/conversation?userId=${ben.id}`);
    expect((chat as { unreadCount: number }).unreadCount).toBe(second);
    await newestButton(page).click();
    await expect(box.getByText(`Line ${count}.`, { exact: true })).toBeInViewport();
    await expect(row(page, 'Ben')).not.toContainText('unread');
    await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  });
}

test('With text of twice the size, a count in the top bar does not cover the name of its place', async ({
  visit,
  join,
  api,
}) => {
  const [me, other] = [await join(), await join()];
  for (let count = 0; count < 12; count++) await sendMessage(api, other, me, `Message ${count}`);
  const { page } = await visit({ signedIn: me, width: 1280 });
  await page.goto('/home');
  const place = page.getByRole('link', { name: 'Messages 12 unread' });
  await expect(place).toBeVisible();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  const label = await place.getByText('Messages', { exact: true }).boundingBox();
  const count = await place.locator('> :nth-child(3)').boundingBox();
  expect((count?.x ?? 0) + (count?.width ?? 0)).toBeLessThanOrEqual((label?.x ?? 0) + 2);
  // Here the names are below the icons.
  await page.setViewportSize({ width: 768, height: 700 });
  const [name, above] = [
    await place.getByText('Messages', { exact: true }).boundingBox(),
    await place.locator('> :nth-child(3)').boundingBox(),
  ];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(name?.y ?? 0);
});
