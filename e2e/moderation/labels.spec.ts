import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { holdProgram, openBeforeProgram } from '../support/hold-program.ts';
import { becomeModerator, becomeOwner } from '../support/owner.ts';

// A community of its own, which has no owner yet.
test.use({ settings: { APP_NAME: 'Little Owls' } });

test('a label covers a post until its author appeals and another moderator reverses it', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [owner, moderator, author, reader] = [await join(), await join(), await join(), await join()];
  await becomeOwner(owner, api, product);
  await becomeModerator(moderator, owner, api, product);
  const description = uniqueText('The kiln, with all that happened');
  const id = await publish(api, author, { description });
  await api(reader, 'POST', '/post/reportPost', { post_id: id, category: 'violence' });

  const { page } = await visit({ signedIn: moderator });
  await page.goto('/moderation');
  await page.getByRole('button', { name: new RegExp('The kiln, with all') }).click();
  await page.getByRole('radio', { name: '7 Label' }).check();
  await page.getByRole('combobox', { name: 'Label' }).selectOption('Sensitive content');
  await page.getByRole('textbox', { name: 'Rule' }).fill('Label sensitive content');
  await page.getByRole('textbox', { name: 'Statement to the member' }).fill('There is blood in it.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Nothing is waiting')).toBeVisible();

  // Read as a guest, because the reporter does not see the post any more.
  const { page: guestsPage } = await visit();
  await guestsPage.goto(`/p/${id}`);
  const post = guestsPage.getByRole('article');
  await expect(post.getByRole('button', { name: 'Sensitive content' })).toBeVisible();
  await expect(post.getByText(description)).toHaveCount(0);
  await post.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(post.getByText(description)).toBeVisible();

  const { page: authorsPage } = await visit({ signedIn: author });
  const release = await holdProgram(authorsPage);
  await openBeforeProgram(authorsPage, '/home');
  // The part of the page that can be read before the scripts load is covered, too.
  await expect(authorsPage.getByRole('article')).toContainText(author.firstName);
  await expect(authorsPage.getByRole('article')).not.toContainText(description);
  release();
  await authorsPage.goto('/Settings?tab=privacy');
  await expect(authorsPage.getByText('There is blood in it.')).toBeVisible();
  await expect(authorsPage.getByText('Label: Sensitive content')).toBeVisible();
  await authorsPage.getByRole('button', { name: 'Appeal' }).click();
  await authorsPage.getByRole('textbox', { name: 'Why do you disagree?' }).fill('It is glaze.');
  await authorsPage.getByRole('button', { name: 'Appeal' }).click();
  await expect(authorsPage.getByText('Your appeal is waiting to be reviewed by somebody else.')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: /It is glaze/ }).click();
  const about = page.getByRole('region', { name: 'What the decision is about: Post' });
  await expect(about.getByText(description)).toBeVisible();
  await expect(page.getByText('You made the decision, so somebody else has to decide on this appeal.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Claim|Decide|Reverse)$/ })).toHaveCount(0);

  const { page: ownersPage } = await visit({ signedIn: owner });
  await ownersPage.goto('/moderation');
  await ownersPage.getByRole('button', { name: /It is glaze/ }).click();
  await ownersPage.getByRole('radio', { name: '2 Reverse the decision' }).check();
  await ownersPage.getByRole('textbox', { name: 'Statement to the member' }).fill('You are right: it is glaze.');
  await ownersPage.getByRole('button', { name: 'Decide' }).click();
  await expect(ownersPage.getByText('Nothing is waiting')).toBeVisible();
  await guestsPage.reload();
  await expect(post.getByText(description)).toBeVisible();
  await expect(post.getByRole('button', { name: 'Sensitive content' })).toHaveCount(0);
  await authorsPage.reload();
  await expect(authorsPage.getByText('You are right: it is glaze.')).toBeVisible();
});
