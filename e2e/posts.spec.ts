import type { Page } from '@playwright/test';
import { buildJpeg } from '../server/src/testing/rows/images.ts';
import { expect, publish, test } from './fixtures.ts';

const articleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

async function chooseMenu(page: Page, text: string, item: string): Promise<void> {
  await articleOf(page, text).getByRole('button', { name: 'Post menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Attaches pictures, each with its description. */
async function attachPictures(page: Page, alts: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  const files = alts.map(async (alt) => ({
    name: `${alt}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await buildJpeg(900, 600),
  }));
  await (await chooser).setFiles(await Promise.all(files));
  for (const alt of alts) await page.getByLabel(`Describe ${alt}.jpg`).fill(alt);
}

test('a post is edited: text, a picture less, a picture more, the type fixed; its draft survives a reload', async ({
  visit,
  join,
}) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  // Where the newest stands first, whatever others like.
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill('Two bowls from tonight');
  await attachPictures(page, ['red bowl', 'blue bowl']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Post published.')).toBeVisible();

  await chooseMenu(page, 'Two bowls', 'Edit post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  await expect(dialog.getByLabel('Type')).toBeDisabled();
  await dialog.getByLabel('Description').fill('One bowl from tonight');
  await dialog
    .getByRole('button', { name: /Remove/ })
    .first()
    .click();
  await page.reload();
  await chooseMenu(page, 'Two bowls', 'Edit post');
  await expect(dialog.getByLabel('Description')).toHaveValue('One bowl from tonight');
  await expect(dialog.getByRole('button', { name: /Remove/ })).toHaveCount(1);
  await attachPictures(page, ['green jar']);
  await dialog.getByLabel('Description').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter description')).toBeVisible();
  await dialog.getByLabel('Description').fill('One bowl and a jar');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Post saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const post = articleOf(page, 'One bowl and a jar');
  await expect(post.getByRole('img', { name: 'red bowl' })).toHaveCount(0);
  await expect(post.getByRole('img', { name: 'blue bowl' })).toBeVisible();
  await expect(post.getByRole('img', { name: 'green jar' })).toBeVisible();
});

test('a post is bookmarked, rated and taken back, and a reload shows the same', async ({ visit, join, api }) => {
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: 'Glaze notes' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const post = articleOf(page, 'Glaze notes');
  await post.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByText('Bookmark added.')).toBeVisible();
  await post.getByRole('radio', { name: '4 stars' }).check();
  await expect(page.getByText('Rating saved.')).toBeVisible();
  await expect(post.getByText('4.0 of 5 stars, 1 rating')).toBeAttached();
  await page.reload();
  await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await expect(post.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await post.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByText('Bookmark removed.')).toBeVisible();
  await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false');
});

test('a reported post leaves every list, and the focus goes to the next one', async ({ visit, join, api }) => {
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: 'The one that stays' });
  await publish(api, author, { description: 'Buy my course now' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await expect(articleOf(page, 'Buy my course now')).toBeVisible();
  await chooseMenu(page, 'Buy my course now', 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByRole('textbox').fill('Spam');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Thank you. We will look at this post.')).toBeVisible();
  await expect(articleOf(page, 'Buy my course now')).toHaveCount(0);
  await expect(page.locator('article:focus')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Popular' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(articleOf(page, 'Buy my course now')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Latest' }).click();
  await expect(articleOf(page, 'The one that stays')).toBeVisible();
  await expect(articleOf(page, 'Buy my course now')).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`hashtags filter the feed, several at once, and stand in the address, at ${width} px`, async ({
    visit,
    join,
    api,
  }) => {
    const me = await join();
    const [one, two] = [`kiln${width}`, `loom${width}`];
    await publish(api, me, { description: `Firing #${one}` });
    await publish(api, me, { description: `Weaving #${two}` });
    await publish(api, me, { description: `Neither at ${width}` });
    const { page } = await visit({ signedIn: me, width });
    await page.goto('/home?tab=latestPosts');
    const small = width < 1000;
    if (small) await page.getByRole('button', { name: 'Hashtags' }).click();
    const panel = small
      ? page.getByRole('dialog', { name: 'Filter By Hashtag' })
      : page.getByRole('region', { name: 'Filter By Hashtag' });
    await panel.getByRole('checkbox', { name: `#${one}` }).check();
    await panel.getByRole('checkbox', { name: `#${two}` }).check();
    await expect(page).toHaveURL(new RegExp(`hashtag=${one}%2C${two}`));
    await panel.getByRole('textbox', { name: 'Hashtag' }).fill(`#fresh${width}`);
    await panel.getByRole('button', { name: 'Add hashtag' }).click();
    await expect(page.getByText('Hashtag created.')).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Hashtag' })).toHaveValue('');
    await expect(panel.getByRole('checkbox', { name: `#fresh${width}` })).toBeAttached();
    if (small) await page.getByRole('button', { name: 'Show posts' }).click();
    await expect(articleOf(page, 'Firing')).toBeVisible();
    await expect(articleOf(page, 'Weaving')).toBeVisible();
    await expect(articleOf(page, `Neither at ${width}`)).toHaveCount(0);
    await page.getByRole('button', { name: `Filter by #${one}` }).click();
    await expect(articleOf(page, 'Firing')).toHaveCount(0);
    await articleOf(page, 'Weaving')
      .getByRole('link', { name: `#${two}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`hashtag=${two}$`));
  });
}

test('a comment is edited by its author, reported by others, and an unsent one survives a reload', async ({
  visit,
  join,
  api,
}) => {
  const [author, other] = [await join(), await join()];
  const post = await publish(api, author, { description: 'What do you fire at?' });
  await api(author, 'POST', '/post/addEditComment', { post_id: post, comment: 'Cone six' });
  const { page } = await visit({ signedIn: author });
  await page.goto(`/home#${post}`);
  const card = articleOf(page, 'What do you fire at?');
  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await card.getByRole('textbox', { name: 'Edit comment' }).fill('Cone ten');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Cone ten')).toBeVisible();
  await expect(card.getByText('Cone six')).toHaveCount(0);
  await card.getByRole('textbox', { name: 'Comment', exact: true }).fill('And another th');
  await page.reload();
  await expect(card.getByRole('textbox', { name: 'Comment', exact: true })).toHaveValue('And another th');

  const { page: theirs } = await visit({ signedIn: other });
  await theirs.goto(`/home#${post}`);
  const seen = articleOf(theirs, 'What do you fire at?');
  await expect(seen.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await seen.getByRole('listitem').getByRole('button', { name: 'Report' }).click();
  await theirs.getByRole('dialog', { name: 'Report this comment' }).getByRole('button', { name: 'Report' }).click();
  await expect(theirs.getByText('Thank you. We will look at this comment.')).toBeVisible();
  await expect(seen.getByText('Cone ten')).toHaveCount(0);
});

test('the likes dialog lists everybody, page by page', async ({ visit, join, api }) => {
  test.setTimeout(60_000);
  const me = await join();
  const post = await publish(api, me, { description: 'Liked by many' });
  const fans = await Promise.all(Array.from({ length: 24 }, () => join()));
  for (const fan of fans) await api(fan, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/home#${post}`);
  await articleOf(page, 'Liked by many').getByRole('button', { name: '24 likes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Post like user list', exact: true });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('listitem')).toHaveCount(24);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('pictures open large and are turned by keyboard', async ({ visit, join }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill('A shelf of three');
  await attachPictures(page, ['left', 'middle', 'right']);
  await page.getByRole('button', { name: 'Publish' }).click();
  const post = articleOf(page, 'A shelf of three');
  await post.getByRole('button', { name: /Open picture 2 of 3/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: '2 of 3' }).getByRole('img', { name: 'middle' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '3 of 3' }).getByRole('img', { name: 'right' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '1 of 3' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: '3 of 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(post.getByRole('button', { name: /Open picture 2 of 3/ })).toBeFocused();
});

test('a job is applied for once, and the conversation with its owner opens', async ({ visit, join, api }) => {
  const [owner, me] = [await join(), await join()];
  const post = await publish(api, owner, { postType: 'job', title: 'Studio help', description: 'Two evenings' });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/home#${post}`);
  await articleOf(page, 'Studio help').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Job applied successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/Messages(#.*)?$/);
  await page.goBack();
  await expect(articleOf(page, 'Studio help').getByText('Applied', { exact: true })).toBeVisible();
});

test('comments and counts appear live for others who have the post open', async ({ visit, join, api }) => {
  const [author, other] = [await join(), await join()];
  const post = await publish(api, author, { description: 'Open on two desks' });
  const { page } = await visit({ signedIn: author });
  await page.goto(`/home#${post}`);
  const card = articleOf(page, 'Open on two desks');
  await expect(card).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The watch is told over the socket a moment after the card is drawn.
  await expect
    .poll(async () => {
      await api(other, 'POST', '/post/likeUnlike', { post_id: post, status: false });
      await api(other, 'POST', '/post/likeUnlike', { post_id: post, status: true });
      return card.getByRole('button', { name: '1 like' }).count();
    })
    .toBe(1);
  await api(other, 'POST', '/post/addEditComment', { post_id: post, comment: 'Said from afar' });
  await expect(card.getByText('Said from afar')).toBeVisible();
  await expect(card.getByText('1 comment', { exact: true })).toBeVisible();
});
