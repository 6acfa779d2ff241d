/** Pages where texts run from right to left, as they will in Arabic and Hebrew: no catalog asks for that yet. */
import type { Page } from '@playwright/test';
import { expect, PASSWORD, publish, test } from '../support/fixtures.ts';

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

test('from right to left, the groups of a code or a card number keep their order', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [host, me] = [await join(), await join()];
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
