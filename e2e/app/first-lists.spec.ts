/** The lists that a guest reads before the application's scripts have loaded. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Locator } from '@playwright/test';
import { buildJpeg } from '../../server/src/testing/files/images.ts';
import { expect, type Member, publish, test, uniqueText } from '../support/fixtures.ts';
import { holdProgram, openBeforeProgram } from '../support/hold-program.ts';

/** Publishes a post with three pictures. */
async function publishPictures(origin: string, { token }: Member, description: string): Promise<void> {
  const form = new FormData();
  form.append('postType', 'general');
  form.append('description', description);
  for (const width of [600, 900, 1200]) {
    const picture = new Blob([new Uint8Array(await buildJpeg(width, 900))], { type: 'image/jpeg' });
    form.append('attachfiles', picture, 'a.jpg');
  }
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api/post/create`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(200);
}

/** Returns where a text begins: its right edge if it runs to the left. */
const startOf = (text: Locator) =>
  text.first().evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top } = range.getBoundingClientRect();
    return { x: getComputedStyle(element).direction === 'rtl' ? right : left, y: top };
  });

test('Posts below days, several pictures and right-to-left titles stay in place when the application starts', async ({
  visit,
  join,
  api,
  product,
}) => {
  const author = await join();
  const word = `oven${Date.now()}`;
  const [title, below] = [uniqueText('فرن المساء'), uniqueText('A bowl')];
  await publish(api, author, { description: `${below} #${word}` });
  await publish(api, author, { postType: 'job', title, description: `مساء @${author.username} #${word}` });
  await publishPictures(product.origin, author, `From tonight #${word}`);
  const webinar = { postType: 'webinar', description: 'An hour.', link: 'https://meet.example.com/glazes' };
  const webinars = [uniqueText('Glazes'), uniqueText('Kilns')];
  for (const [days, name] of webinars.entries()) {
    const startsAt = new Date(Date.now() + (days + 1) * DAY_MS).toISOString();
    await publish(api, author, { ...webinar, title: name, startsAt });
  }
  for (const width of [390, 1280]) {
    const { page } = await visit({ width });
    for (const [path, names] of [
      ['/webinars', webinars],
      [`/tags/${word}`, [title, below]],
    ] as const) {
      const release = await holdProgram(page);
      await openBeforeProgram(page, path);
      const measure = () => Promise.all(names.map((name) => startOf(page.getByText(name))));
      const before = await measure();
      release();
      await expect(page.getByRole('combobox', { name: 'Find' })).toBeVisible();
      for (const [index, { x, y }] of (await measure()).entries()) {
        const name = `${names[index]} at ${path}, ${width} px`;
        expect(Math.abs(y - (before[index]?.y ?? 0)), name).toBeLessThanOrEqual(2);
        expect(Math.abs(x - (before[index]?.x ?? 0)), name).toBeLessThanOrEqual(2);
      }
      await page.unrouteAll();
    }
  }
});
