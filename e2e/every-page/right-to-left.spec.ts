/** Pages where texts run from right to left, as they will in Arabic and Hebrew: no catalog asks for that yet. */
import type { Page } from '@playwright/test';
import { expect, PASSWORD, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf, attachPictures } from '../support/post-cards.ts';

const openFromRight = async (page: Page, path: string): Promise<void> => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement) document.documentElement.dir = 'rtl';
    }).observe(document, { childList: true });
  });
  await page.goto(path);
};

test('from right to left, a button in a field does not cover its text', async ({ visit }) => {
  const { page } = await visit({ width: 320 });
  await openFromRight(page, '/Register');
  const date = page.getByRole('textbox', { name: 'Date of birth' });
  await date.fill('03-04-1991');
  const field = await date.boundingBox();
  const button = await page.getByRole('button', { name: 'Pick: Date of birth' }).boundingBox();
  // The text begins at the right edge, and the button is at the left one.
  expect(await date.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect(button!.x - field!.x).toBeLessThan(field!.width / 4);
});

test('from right to left, the arrows of rows point to the left', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 768 });
  await openFromRight(page, '/Settings');
  const row = page.getByRole('button', { name: /^Email/ });
  await expect(row.locator('svg').last()).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
  await page.getByRole('button', { name: /^Your account/ }).click();
  const signOut = page.getByRole('menuitem', { name: 'Logout' });
  await expect(signOut.locator('svg')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
});

test('from right to left, the facts of a job are below their names, whatever their direction', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const terms = { opening: '2', salary: '٣٠٠ EUR a day' };
  const fields = { postType: 'job', title: 'ورشة', description: 'Two evenings', ...terms };
  const id = await publish(api, me, fields);
  const { page } = await visit({ signedIn: me });
  await openFromRight(page, `/p/${id}`);
  for (const name of ['Openings', 'Salary']) {
    const fact = page.locator('dl > div').filter({ hasText: name });
    await expect(fact).toBeVisible();
    const ends = await fact.locator('dt, dd > bdi').evaluateAll((parts) =>
      parts.map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(ends).toHaveLength(2);
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThan(2);
  }
});

test('from right to left, a menu begins at the side of its button where lines begin', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await openFromRight(page, '/Settings');
  const account = page.getByRole('button', { name: /^Your account/ });
  await account.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const [button, panel] = [(await account.boundingBox())!, (await menu.boundingBox())!];
  // The panel has a margin of a few pixels around the menu.
  expect(Math.abs(panel.x - button.x)).toBeLessThan(8);
});

test('from right to left, the hint in an empty field is at the right, and a text is where its script begins', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join() });
  await openFromRight(page, '/Settings');
  const field = page.getByPlaceholder('Find');
  await expect(field).toHaveCSS('direction', 'rtl');
  await field.fill('Noor');
  await expect(field).toHaveCSS('direction', 'ltr');
});

test('from right to left, the left arrow key leads to the next picture', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await openFromRight(page, '/home?tab=latestPosts');
  const text = uniqueText('Three from the right');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(text);
  await attachPictures(page, ['one', 'two', 'three']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await articleOf(page, text)
    .getByRole('button', { name: /Open picture 1 of 3/ })
    .press('Enter');
  await expect(page.getByRole('dialog', { name: '1 of 3' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: '2 of 3' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '1 of 3' })).toBeVisible();
});

test('titles of jobs in another direction begin below the heading of their page', async ({ visit, join, api }) => {
  const me = await join();
  const id = await publish(api, me, { postType: 'job', title: 'ورشة', description: 'Two evenings', opening: '2' });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/jobs/${id}/applications`);
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  const title = (await page.getByRole('link', { name: 'ورشة' }).boundingBox())!;
  expect(Math.abs(title.x - heading.x)).toBeLessThan(2);
});

test('from right to left, the groups of a code or a card number keep their order', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const [host, me] = [await join(), await signUp()];
  const [, otp] = await product.mailTo(me.email, /Subject: (\d{6})/);
  await api(null, 'POST', '/verifyOtp', { email: me.email, otp });
  const terms = { price: 1500, currency: 'eur', startsAt: '2099-03-01T20:00:00Z', link: 'https://meet.example.com/x' };
  const id = await publish(api, host, { postType: 'webinar', title: 'Glazes', description: 'An evening', ...terms });
  const { page } = await visit({ signedIn: me });
  await openFromRight(page, '/Settings?tab=security');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.locator('code')).toHaveCSS('direction', 'ltr');
  await page.goto(`/p/${id}`);
  await page.getByRole('button', { name: 'Pay €15.00 to join' }).click();
  await expect(dialog.getByText('4000 0000 0000 0002')).toHaveCSS('direction', 'ltr');
});
