import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf } from '../support/post-cards.ts';

test('a comment is edited by its author, reported by others, and an unsent one survives a reload', async ({
  visit,
  join,
  api,
}) => {
  const question = uniqueText('What do you fire at?');
  const [author, reader] = [await join(), await join()];
  const post = await publish(api, author, { description: question });
  await api(author, 'POST', '/post/addEditComment', { post_id: post, comment: 'Cone six' });
  const { page } = await visit({ signedIn: author });
  await page.goto(`/home#${post}`);
  const card = articleOf(page, question);
  await card.getByRole('button', { name: 'Comment menu' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await card.getByRole('textbox', { name: 'Edit comment' }).fill('Cone ten');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Cone ten')).toBeVisible();
  await expect(card.getByText('Cone six')).toHaveCount(0);
  await card.getByRole('button', { name: 'Write a comment' }).click();
  await card.getByRole('textbox', { name: 'Comment', exact: true }).fill('And another th');
  await page.reload();
  await expect(card.getByRole('textbox', { name: 'Comment', exact: true })).toHaveValue('And another th');

  const { page: theirs } = await visit({ signedIn: reader });
  await theirs.goto(`/home#${post}`);
  const seen = articleOf(theirs, question);
  await seen.getByRole('listitem').getByRole('button', { name: 'Comment menu' }).click();
  await expect(theirs.getByRole('menuitem')).toHaveText(['Report']);
  await theirs.getByRole('menuitem', { name: 'Report' }).click();
  await theirs.getByRole('dialog', { name: 'Report this comment' }).getByRole('button', { name: 'Report' }).click();
  await expect(theirs.getByText('Thank you. We will review this comment.')).toBeVisible();
  await expect(seen.getByText('Cone ten')).toHaveCount(0);
});

test('comments and counts appear live for members who have the post open', async ({ visit, join, api }) => {
  const text = uniqueText('Open on two desks');
  const [author, reader] = [await join(), await join()];
  const post = await publish(api, author, { description: text });
  const { page } = await visit({ signedIn: author });
  await page.goto(`/home#${post}`);
  const card = articleOf(page, text);
  await expect(card).toBeVisible();
  // The tab may not watch the post yet; when it begins to, it loads what it has missed.
  await api(reader, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  await expect(card.getByRole('button', { name: '1 like' })).toBeVisible();
  await api(reader, 'POST', '/post/addEditComment', { post_id: post, comment: 'Said from afar' });
  await expect(card.getByText('Said from afar')).toBeVisible();
  await expect(card.getByText('1 comment', { exact: true })).toBeVisible();
});

test('A list shows three comments of each post, and one click shows all of them', async ({ visit, join, api }) => {
  const text = uniqueText('Talked about');
  const [author, me] = [await join(), await join()];
  const post = await publish(api, author, { description: text });
  for (let count = 1; count <= 12; count++)
    await api(author, 'POST', '/post/addEditComment', { post_id: post, comment: `Said number ${count}` });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/home#${post}`);
  const card = articleOf(page, text);
  const comments = card.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(comments).toHaveCount(3);
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await card.getByRole('button', { name: 'See more (9 comments and replies)' }).click();
  await expect(comments).toHaveCount(12);
  await expect(comments.nth(2)).toBeFocused();
  await card.getByRole('button', { name: 'Write a comment' }).click();
  await expect(card.getByRole('textbox', { name: 'Comment' })).toBeFocused();
});
