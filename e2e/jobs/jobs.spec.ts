/** Jobs with terms: shown in the list, and closed by their author. */
import { expectAccessible } from '../support/axe.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { articleOf } from '../support/post-cards.ts';

const terms = {
  postType: 'job',
  description: 'Bread on Saturdays',
  employment: 'part-time',
  remote: 'hybrid',
  place: 'Lyon',
  countries: ['France'],
  payMin: 18,
  payMax: 22.5,
  payCurrency: 'EUR',
  payPeriod: 'hour',
  vacancy: true,
  aiScreening: false,
};

test('a job shows its terms, and leaves the list when its author closes it', async ({ visit, join, api }) => {
  const title = uniqueText('Baker');
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const id = await publish(api, ana, { ...terms, title });
  const { page } = await visit({ signedIn: ben });
  await page.goto('/jobs');
  const seen = articleOf(page, title);
  for (const term of ['€18.00 – €22.50 an hour', 'Part-time', 'Lyon · Partly remote', 'There is a vacancy now'])
    await expect(seen.getByText(term)).toBeVisible();
  await expect(seen.getByRole('button', { name: 'Apply' })).toBeVisible();
  await expectAccessible(page, '/jobs');

  const author = await visit({ signedIn: ana });
  await openPage(author.page, '/jobs');
  await articleOf(author.page, title).getByRole('button', { name: 'Close the job' }).click();
  const question = author.page.getByRole('alertdialog');
  const text = question.getByText('It no longer accepts applications');
  await test.step('all of the question can be read at 400 % zoom', async () => {
    await author.page.setViewportSize({ width: 320, height: 256 });
    await text.scrollIntoViewIfNeeded();
    await expect(text).toBeInViewport({ ratio: 1 });
  });
  await question.getByRole('button', { name: 'Close the job' }).click();
  await expect(articleOf(author.page, title).getByText(/^Closed on .*: Filled$/)).toBeVisible();

  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect(seen).toHaveCount(0);
  await page.goto(`/p/${id}`);
  await expect(page.getByText(/^Closed on .*: Filled$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
});
