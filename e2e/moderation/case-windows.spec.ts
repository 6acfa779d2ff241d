import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { type Api, expect, type Member, publish, test, uniqueText } from '../support/fixtures.ts';
import { becomeModerator, becomeOwner } from '../support/owner.ts';

// Members may not publish and report a hundred posts in a few seconds.
test.use({ settings: { RATE_LIMIT_FACTOR: '0', APP_NAME: 'Barn Owls' } });

const CASES = 100;

/** Publishes and reports posts; each of them becomes a case. */
async function reportPosts(api: Api, author: Member, reporter: Member, texts: readonly string[]): Promise<void> {
  for (const description of texts) {
    const post_id = await publish(api, author, { description });
    expect(await api(reporter, 'POST', '/post/reportPost', { post_id })).toMatchObject({ status: 200 });
  }
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Cases' }).getByRole('listitem');
const listTexts = (name: string) => Array.from({ length: CASES / 2 }, () => uniqueText(`${name} for nothing`));

test('One moderator’s decision shows in another’s window, which keeps its text and scroll position', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  test.setTimeout(120_000);
  const [owner, moderator] = await Promise.all([signUp(), signUp()]);
  const [author, reporter, secondReporter] = await Promise.all([join(), join(), join()]);
  await becomeOwner(owner, api, product);
  await becomeModerator(moderator, owner, api, product);
  // Cases with the same score are sorted newest first, so the case about the member is in the middle.
  await reportPosts(api, author, reporter, listTexts('Candles'));
  expect(await api(secondReporter, 'POST', '/users/report', { userId: author.id })).toMatchObject({ status: 200 });
  const lamps = listTexts('Lamps');
  await reportPosts(api, author, secondReporter, lamps);
  const newest = lamps.at(-1) ?? '';

  const [{ page: theirs }, { page: mine }] = [await visit({ signedIn: owner }), await visit({ signedIn: moderator })];
  await mine.goto('/moderation');
  await expect
    .poll(async () => {
      await mine.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return rowsOf(mine).count();
    })
    .toBe(CASES + 1);
  const row = rowsOf(mine).filter({ hasText: /Member · / });
  const topOf = async () => Math.round((await row.boundingBox())?.y ?? 0);
  await row.scrollIntoViewIfNeeded();
  const before = await topOf();
  await row.getByRole('button').click();
  const statement = mine.getByRole('textbox', { name: 'Statement to the member' });
  await statement.fill('Please say who sends the lamps.');
  // The row is still in its place, except that the edge of the detail may have been scrolled into view.
  const position = await topOf();
  expect(Math.abs(position - before)).toBeLessThan(20);

  // Another case, far above in the list, is claimed, and then decided.
  await theirs.goto('/moderation');
  await theirs.getByRole('button', { name: new RegExp(RegExp.escape(newest)) }).click();
  await theirs.getByRole('button', { name: 'Claim' }).click();
  await expect(rowsOf(mine).filter({ hasText: newest })).toContainText('Claimed');
  await theirs.getByRole('button', { name: 'Decide' }).click();
  await expect(rowsOf(mine)).toHaveCount(CASES);
  await expect.poll(topOf).toBe(position);
  await expect(statement).toBeFocused();

  // Then the case that is open here is decided.
  await theirs.getByRole('combobox', { name: 'About' }).selectOption('Member');
  await theirs.getByRole('button', { name: /Member · / }).click();
  await theirs.getByRole('radio', { name: '2 Warn' }).check();
  await theirs.getByRole('textbox', { name: 'Rule' }).fill('No fraud');
  await theirs.getByRole('textbox', { name: 'Statement to the member' }).fill('There are no lamps.');
  await theirs.getByRole('button', { name: 'Decide' }).click();
  await expect(theirs.getByText('No such cases')).toBeVisible();
  const name = `${owner.firstName} ${owner.lastName}`;
  await expect(mine.getByRole('status').filter({ hasText: `Decided by ${name}: Warn` })).toBeVisible();
  await expect(mine.getByRole('button', { name: 'Decide' })).toHaveCount(0);
  await expect(mine.getByText('Please say who sends the lamps.')).toBeVisible();
  await expect(row).toContainText('Closed');
  expect(await topOf()).toBe(position);

  // Otherwise the top bar would cover a part of the content.
  await mine.evaluate(() => scrollTo(0, 0));
  await expectAccessible(mine, 'a case that was decided elsewhere');

  await mine.keyboard.press('j');
  await expect(row).toHaveCount(0);
  await expect(rowsOf(mine)).toHaveCount(CASES - 1);
  await expect(mine.getByRole('button', { name: 'Decide' })).toBeVisible();

  // One Back leads to the list, no matter how many of its cases were read.
  await mine.goBack();
  await expect(mine).toHaveURL(/\/moderation$/);
  await expect(mine.getByRole('button', { name: 'Decide' })).toHaveCount(0);
});
