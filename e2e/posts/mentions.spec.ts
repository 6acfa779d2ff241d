import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { type Api, expect, type Member, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { articleOf } from '../support/post-cards.ts';

/** Returns the username that was generated for a member, as another member sees it. */
async function usernameOf(api: Api, viewer: Member, { firstName }: Member): Promise<string> {
  const { body } = (await api(viewer, 'GET', `/people/complete?q=${firstName}`)) as { body: { username: string }[] };
  return body[0]?.username ?? '';
}

/** Expects the list to be within the window and not to cover the field. */
async function expectBeside(page: Page, label: string): Promise<void> {
  const list = page.getByRole('listbox');
  await expect(list).toBeInViewport({ ratio: 1 });
  const [field, box] = [await page.getByLabel(label).boundingBox(), await list.boundingBox()];
  expect(field && box && (box.y >= field.y + field.height || box.y + box.height <= field.y)).toBe(true);
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a member is mentioned by keyboard in a post and a comment, and is notified, at ${width} px`, async ({
    visit,
    join,
    api,
  }) => {
    const [me, friend] = [await join(), await join({ firstName: `Zora${width}`, lastName: 'Kilnwright' })];
    const handle = await usernameOf(api, me, friend);
    const text = uniqueText('Fired tonight');
    const { page } = await visit({ signedIn: me, width, height });
    await page.goto('/home?tab=latestPosts');
    await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
    const description = page.getByLabel('Description');
    const list = page.getByRole('listbox', { name: 'Suggested members' });
    await description.pressSequentially(`${text} with @Zora${width}`);
    await expect(list.getByRole('option', { name: `@${handle}` })).toBeVisible();
    await expectBeside(page, 'Description');
    await expectNoViolations(page, 'suggested members');
    await page.keyboard.press('Enter');
    await expect(description).toHaveValue(`${text} with @${handle} `);
    await expect(list).toBeHidden();
    // Escape closes the list, and not the dialog around it.
    await page.keyboard.type('@zo');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    for (let times = 0; times < 3; times++) await page.keyboard.press('Backspace');
    await expect(description).toHaveValue(`${text} with @${handle} `);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Post published.')).toBeVisible();
    const link = articleOf(page, text).getByRole('link', { name: `@${handle}` });
    await expect(link).toHaveAttribute('href', `/@${handle}`);

    const post = await publish(api, me, { description: uniqueText('A second evening') });
    await openPage(page, `/activities#${post}`);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.pressSequentially(`Look, @${handle.slice(0, -1)}`);
    await expect(list).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(comment).toHaveValue(`Look, @${handle} `);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Comment added.')).toBeVisible();

    const theirs = (await visit({ signedIn: friend, width, height })).page;
    await theirs.goto('/Notification');
    await expect(theirs.getByRole('main').getByText('mentioned you')).toHaveCount(2);
  });
}

test('names are suggested in a chat on a narrow dark screen, where Enter inserts a name and sends nothing', async ({
  visit,
  join,
}) => {
  const [me, friend] = [await join(), await join({ firstName: 'Chatty' })];
  const { page } = await visit({ signedIn: me, width: 320, height: 640, dark: true });
  await page.goto(`/Messages#${friend.id}`);
  const message = page.getByRole('textbox', { name: 'Message to' });
  await message.pressSequentially('Ask @chatty');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectBeside(page, 'Message to');
  await expectNoViolations(page, 'suggested members in a chat');
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue(/^Ask @chatty\S* $/);
  await expect(page.getByRole('listbox')).toBeHidden();
});
