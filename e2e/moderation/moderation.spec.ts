import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { holdProgram, openBeforeProgram } from '../support/hold-program.ts';
import { openPage } from '../support/open-page.ts';
import { becomeModerator, ownerOf } from '../support/owner.ts';

// A community of its own: with staff, the first jobs of members in other journeys would be held.
test.use({ settings: { APP_NAME: 'Long-eared Owls' } });
// In one worker, which starts that community once. The last test leaves a case open.
test.describe.configure({ mode: 'default' });

test('an owner opens the community overview and reads its charts', async ({ visit, signUp, api, product }) => {
  const owner = await ownerOf(product, signUp, api);
  await api(owner, 'POST', '/post/create', { postType: 'general', description: 'A first post' });
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
  const table = page.getByRole('table', { name: /^Posts a day/ });
  await expect(table.getByRole('row').last()).toContainText('1');
});

test('a label covers a post until its author appeals and another moderator reverses it', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await ownerOf(product, signUp, api);
  const [moderator, author, reader] = [await signUp(), await join(), await join()];
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

test('a first job waits for a moderator, who approves it; a price with added tax is paid as a total', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await ownerOf(product, signUp, api);
  const [author, reader] = [await join(), await join()];
  const title = uniqueText('Baker');
  const id = await publish(api, author, { postType: 'job', title, description: 'Early hours' });
  const { page: authorsPage } = await visit({ signedIn: author, width: 390 });
  await authorsPage.goto(`/p/${id}`);
  await expect(
    authorsPage.getByText(/^Only you can see this until .* Rule: The first job of a new member\.$/),
  ).toBeVisible();
  const { page: readersPage } = await visit({ signedIn: reader });
  await readersPage.goto(`/p/${id}`);
  await expect(readersPage.getByText(title)).toHaveCount(0);

  const { page: staff } = await visit({ signedIn: owner });
  await staff.goto('/moderation');
  await staff.getByRole('button', { name: new RegExp(title.replace(/[().]/g, '\\$&')) }).press('Enter');
  await expect(staff.getByText('The first job of a new member.').first()).toBeVisible();
  const listed = (await api(owner, 'GET', '/staff/cases')) as unknown as { body: { _id: string }[] };
  for (const { _id } of listed.body) await api(owner, 'POST', `/staff/cases/${_id}/decisions`, { action: 'none' });
  await readersPage.reload();
  await expect(readersPage.getByRole('heading', { name: title })).toBeVisible();
  await readersPage.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(readersPage.getByRole('dialog')).toBeVisible();

  await openPage(staff, '/moderation/community');
  await staff.getByLabel('Tax, in percent').fill('19');
  await staff.getByLabel('VAT ID').fill('de 123 456 789');
  await staff.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(staff.getByText('Community settings saved.')).toBeVisible();
  const webinar = { postType: 'webinar', title: uniqueText('Glazes'), description: 'An evening' };
  const terms = { link: 'https://meet.example.com/x', price: 1000, currency: 'eur', tax: 'added' };
  const taxed = await publish(api, author, { ...webinar, ...terms, startsAt: '2099-03-01T20:00:00Z' });
  await openPage(readersPage, `/p/${taxed}`);
  await expect(readersPage.getByText('€11.90 including 19% tax (€1.90)')).toBeVisible();
  await readersPage.getByRole('button', { name: 'Pay €11.90 to join' }).press('Enter');
  const dialog = readersPage.getByRole('dialog');
  await expect(dialog.getByText(/^€11.90, once, including 19% tax \(€1.90\)/)).toBeVisible();
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).press('Enter');
  await dialog.getByLabel(/Expires/).fill('12/49');
  await dialog.getByLabel(/CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Pay €11.90', exact: true }).press('Enter');
  await expect(dialog.getByRole('link', { name: 'Join' })).toBeVisible();
  await openPage(readersPage, '/Settings?tab=payments');
  await readersPage.getByRole('link', { name: /^Receipt: / }).press('Enter');
  for (const text of ['VAT ID: DE123456789', '€10.00', '€1.90', '€11.90'])
    await expect(readersPage.getByText(text, { exact: true })).toBeVisible();
});

test('a report is decided by keyboard within seconds, and both sides are notified', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const owner = await ownerOf(product, signUp, api);
  const [author, reporter] = [await join(), await join()];
  const description = uniqueText('Lamps for nothing, only today');
  const post = await publish(api, author, { description });
  const second = await publish(api, author, { description: uniqueText('More lamps for nothing') });
  for (const post_id of [post, second])
    await api(reporter, 'POST', '/post/reportPost', { post_id, category: post_id === post ? 'scam' : 'spam' });

  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation');
  await expect(page.getByText(description).first()).toBeVisible();
  const startedAt = Date.now();
  const { keyboard } = page;
  await keyboard.press('j');
  await expect(page.getByRole('radio', { name: '3 Hide' })).toBeVisible();
  await keyboard.press('c');
  await expect(page.getByText(/^Claimed by/)).toBeVisible();
  await keyboard.press('3');
  await expect(page.getByRole('radio', { name: '3 Hide' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('No fraud');
  await keyboard.press('Tab');
  await keyboard.type('The shop is a copy.');
  await keyboard.press('Tab');
  await keyboard.type('We hid your post, because nobody would get a lamp.');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp('Lamps for nothing, only') })).toHaveCount(0);
  expect(Date.now() - startedAt).toBeLessThan(20_000);

  const { page: theirs } = await visit({ signedIn: author });
  await theirs.goto('/Notification');
  await theirs.getByText('A moderation decision affects you').click();
  await theirs.waitForURL(/tab=privacy/);
  await expect(theirs.getByText('We hid your post, because nobody would get a lamp.')).toBeVisible();
  const { page: reporting } = await visit({ signedIn: reporter });
  await reporting.goto('/Notification');
  await expect(reporting.getByText('We reviewed what you reported. It has been removed')).toBeVisible();

  await page.getByRole('button', { name: /More lamps for nothing/ }).click();
  await page.getByRole('radio', { name: '5 Suspend' }).check();
  await page.getByRole('textbox', { name: 'Rule' }).fill('No fraud');
  await page.getByRole('textbox', { name: 'Statement to the member' }).fill('You went on with it.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(theirs.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(theirs.getByText('You went on with it.')).toBeVisible();
  await theirs.goto('/home');
  await theirs.waitForURL('**/suspended');
  await theirs.getByRole('button', { name: 'Appeal' }).first().click();
  const appeal = theirs.getByRole('textbox', { name: 'Why do you disagree?' }).first();
  await appeal.fill('The lamps are mine to give away.');
  await theirs.getByRole('button', { name: 'Appeal' }).first().click();
  await expect(theirs.getByText('Your appeal is waiting to be reviewed by somebody else.')).toBeVisible();
});
