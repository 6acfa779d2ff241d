import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf, attachPictures, chooseMenu } from '../support/post-cards.ts';

test('a post’s text and pictures are edited, but not its type; the draft survives a reload', async ({
  visit,
  join,
}) => {
  const [before, after] = [uniqueText('Two bowls'), uniqueText('One bowl and a jar')];
  const me = await join();
  const { page } = await visit({ signedIn: me });
  // This list is sorted newest first, regardless of likes by others.
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(before);
  await attachPictures(page, ['red bowl', 'blue bowl']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Post published.')).toBeVisible();

  await chooseMenu(page, before, 'Edit post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  await expect(dialog.getByLabel('Type')).toBeDisabled();
  await dialog.getByLabel('Description').fill('One bowl from tonight');
  await dialog
    .getByRole('button', { name: /Remove/ })
    .first()
    .click();
  await page.reload();
  await chooseMenu(page, before, 'Edit post');
  await expect(dialog.getByLabel('Description')).toHaveValue('One bowl from tonight');
  await expect(dialog.getByRole('button', { name: /Remove/ })).toHaveCount(1);
  await attachPictures(page, ['green jar']);
  await dialog.getByLabel('Description').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter description')).toBeVisible();
  await dialog.getByLabel('Description').fill(after);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Post saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const post = articleOf(page, after);
  await expect(post.getByRole('img', { name: 'red bowl' })).toHaveCount(0);
  await expect(post.getByRole('img', { name: 'blue bowl' })).toBeVisible();
  await expect(post.getByRole('img', { name: 'green jar' })).toBeVisible();
});

test('a post is bookmarked and rated, both are undone, and a reload shows the same', async ({ visit, join, api }) => {
  const text = uniqueText('Glaze notes');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const post = articleOf(page, text);
  await post.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByText('Bookmark added.')).toBeVisible();
  await post.getByRole('button', { name: 'Rate', exact: true }).click();
  await post.getByRole('radio', { name: '4 stars' }).click();
  await expect(page.getByText('Rating saved.')).toBeVisible();
  await expect(post.getByText('4.0 of 5 stars, 1 rating')).toBeAttached();
  await page.reload();
  await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true');
  await expect(post.getByRole('button', { name: 'Rated 4' })).toBeVisible();
  await post.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByText('Bookmark removed.')).toBeVisible();
  await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false');
});

test('a reported post disappears from every list, and the focus moves to the next post', async ({
  visit,
  join,
  api,
}) => {
  const reported = uniqueText('Buy my course now');
  const kept = uniqueText('The one that stays');
  const [author, me] = [await join(), await join()];
  await publish(api, author, { description: kept });
  await publish(api, author, { description: reported });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await expect(articleOf(page, reported)).toBeVisible();
  await chooseMenu(page, reported, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByRole('textbox').fill('Spam');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Thank you. We will review this post.')).toBeVisible();
  await expect(articleOf(page, reported)).toHaveCount(0);
  await expect(page.locator('article:focus')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Popular' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(articleOf(page, reported)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Latest' }).click();
  await expect(articleOf(page, kept)).toBeVisible();
  await expect(articleOf(page, reported)).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`hashtags filter the feed, several at once, and are kept in the URL, at ${width} px`, async ({
    visit,
    join,
    api,
  }) => {
    const me = await join();
    // The panel lists the most used tags, and those with the same number of posts by name.
    const [kilnTag, loomTag] = [`aakiln${width}`, `aaloom${width}`];
    const [firing, weaving, neither] = [uniqueText('Firing'), uniqueText('Weaving'), uniqueText('Neither')];
    await publish(api, me, { description: `${firing} #${kilnTag}` });
    await publish(api, me, { description: `${weaving} #${loomTag}` });
    await publish(api, me, { description: neither });
    const { page } = await visit({ signedIn: me, width });
    await page.goto('/home?tab=latestPosts');
    const small = width < 1000;
    if (small) await page.getByRole('button', { name: 'Hashtags' }).click();
    const panel = small
      ? page.getByRole('dialog', { name: 'Filter By Hashtag' })
      : page.getByRole('region', { name: 'Filter By Hashtag' });
    await panel.getByRole('checkbox', { name: `#${kilnTag}` }).check();
    await panel.getByRole('checkbox', { name: `#${loomTag}` }).check();
    await expect(page).toHaveURL(new RegExp(`hashtag=${kilnTag}%2C${loomTag}`));
    await panel.getByRole('textbox', { name: 'Hashtag' }).fill(`#fresh${width}`);
    await panel.getByRole('button', { name: 'Add hashtag' }).click();
    await expect(page.getByText('Hashtag created.')).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Hashtag' })).toHaveValue('');
    await expect(panel.getByRole('checkbox', { name: `#fresh${width}` })).toBeAttached();
    if (small) await page.getByRole('button', { name: 'Show posts' }).click();
    await expect(articleOf(page, firing)).toBeVisible();
    await expect(articleOf(page, weaving)).toBeVisible();
    await expect(articleOf(page, neither)).toHaveCount(0);
    await page.getByRole('button', { name: `Filter by #${kilnTag}` }).click();
    await expect(articleOf(page, firing)).toHaveCount(0);
    await articleOf(page, weaving)
      .getByRole('link', { name: `#${loomTag}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`hashtag=${loomTag}$`));
  });
}

test('the first like of a post does not move the buttons', async ({ visit, join, api }) => {
  const [author, reader] = [await join(), await join()];
  const text = uniqueText('Without likes');
  const id = await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: reader });
  await page.goto(`/activities?userId=${author.id}`);
  const post = articleOf(page, text);
  const like = post.getByRole('button', { name: 'Like', exact: true });
  const before = await like.boundingBox();
  await api(author, 'POST', '/post/likeUnlike', { post_id: id, status: true });
  await expect(post.getByRole('button', { name: '1 like' })).toBeVisible();
  expect(await like.boundingBox()).toEqual(before);
});

test('the likes dialog lists everyone who likes a post, page by page', async ({ visit, join, api }) => {
  const text = uniqueText('Liked by many');
  const me = await join();
  const post = await publish(api, me, { description: text });
  const fans = await Promise.all(Array.from({ length: 24 }, () => join()));
  for (const fan of fans) await api(fan, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/home#${post}`);
  await articleOf(page, text).getByRole('button', { name: '24 likes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Post like user list', exact: true });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('listitem')).toHaveCount(24);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a member applies for a job once, and the chat with its owner opens', async ({ visit, join, api }) => {
  const title = uniqueText('Studio help');
  const [owner, me] = [await join(), await join()];
  const post = await publish(api, owner, { postType: 'job', title, description: 'Two evenings' });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/home#${post}`);
  await articleOf(page, title).getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Job applied successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/Messages(#.*)?$/);
  await expect(page.getByRole('heading', { name: /^Chat with/ })).toBeVisible();
  await page.goBack();
  await expect(articleOf(page, title).getByText('You applied · Sent', { exact: true })).toBeVisible();
});

test('The types of a post fit on a phone, also with text of twice the size', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 844 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  const types = page.getByRole('dialog', { name: 'New post' }).getByRole('radio');
  await expect(types).toHaveCount(3);
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    for (const type of await types.all()) {
      const overflow = await type.evaluate((input) => {
        const tile = input.closest('label');
        return tile ? tile.scrollWidth - tile.clientWidth : Number.NaN;
      });
      expect(overflow, size).toBeLessThanOrEqual(0);
    }
  }
});
