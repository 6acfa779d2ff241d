import { expect, publish, test } from '../support/fixtures.ts';

test('a search with a typo finds a member, and its URL shows guests the same result', async ({ visit, join }) => {
  const marguerite = await join({ firstName: 'Marguerite', lastName: 'Delacroix', profession: 'Bookbinder' });
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/home');
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('margeurite');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/results\?q=margeurite$/);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name: /Marguerite Delacroix.*Bookbinder/ })).toBeVisible();
  await people.getByRole('button', { name: 'Follow Marguerite Delacroix' }).click();
  await expect(people.getByRole('button', { name: /^Following Marguerite/ })).toBeVisible();
  await expect(people.getByRole('button', { name: 'Connect with Marguerite Delacroix' })).toBeVisible();

  const { page: guest } = await visit({ width: 390, height: 844 });
  await guest.goto(page.url());
  await expect(guest.getByRole('combobox', { name: 'Find' })).toHaveValue('margeurite');
  await guest.getByRole('link', { name: /Marguerite Delacroix/ }).click();
  await guest.waitForURL(`**/results/view-profile/${marguerite.id}`);
  await guest.goBack();
  await expect(guest.getByRole('link', { name: /Marguerite Delacroix/ })).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Follow/ })).toHaveCount(0);
  await guest.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await guest.waitForURL(/\/Login/);
});

test('posts are found with their words marked regardless of accents, filtered by type, and kept in the URL', async ({
  visit,
  join,
  api,
}) => {
  const author = await join();
  await publish(api, author, { description: 'A Żyrafa stands by the kiln.' });
  await publish(api, author, { postType: 'job', title: 'Paint a zyrafa', description: 'Two evenings.' });
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/results?q=%C5%BByrafa');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.locator('mark').filter({ hasText: 'Żyrafa' })).toBeVisible();
  await page.getByRole('button', { name: 'Only jobs' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(new URL(page.url()).searchParams.get('postType')).toBe('job');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paint a zyrafa' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByText('No people match your search.')).toBeVisible();
});

test('an empty result suggests what to try; the search box stores recent terms, which can be deleted', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/home');
  const box = page.getByRole('combobox', { name: 'Find' });
  for (const term of ['qqqqqq', 'wwwwww']) {
    await box.fill(term);
    await box.press('Enter');
    await expect(page.getByRole('heading', { name: `Results for “${term}”` })).toBeVisible();
    await expect(page.getByText('No result found')).toBeVisible();
    await expect(page.getByText('Try shortening or rephrasing your search.')).toBeVisible();
  }
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'qqqqqq', selected: true })).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/results\?q=qqqqqq$/);
  expect(await page.evaluate(() => localStorage.getItem('searchHistory'))).toBe('["qqqqqq","wwwwww"]');
  await box.focus();
  await page.getByRole('button', { name: 'Remove “qqqqqq”' }).click();
  await expect(page.getByRole('option', { name: 'qqqqqq' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'wwwwww' })).toBeVisible();
  await expect(box).toBeFocused();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(box).toBeFocused();
  await expect(page.getByText('Recent')).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('searchHistory'))).toBeNull();
});

test('typing suggests members by the beginning of a name; arrows and Enter open one, Escape closes the list', async ({
  visit,
  join,
}) => {
  const zacharias = await join({ firstName: 'Zacharias', lastName: 'Quiroga', profession: 'Cooper' });
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/home');
  const box = page.getByRole('combobox', { name: 'Find' });
  await box.pressSequentially('zac');
  await expect(page.getByRole('option', { name: 'Zacharias Quiroga Cooper' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(box).toHaveValue('zac');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Zacharias Quiroga Cooper', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/results/view-profile/${zacharias.id}`);
  await expect(box).toHaveValue('');
});
