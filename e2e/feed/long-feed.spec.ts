import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { articleOf, insertPosts } from '../support/post-cards.ts';

// A community of its own, because other journeys would have to scroll through these posts.
test.use({ settings: { RATE_LIMIT_FACTOR: '0' } });

test('A feed of 500 posts has few elements, opens at a linked post, keeps its place, and shows new posts', async ({
  visit,
  join,
  api,
  product,
}) => {
  const fresh = uniqueText('Fresh from the kiln');
  const oldest = uniqueText('The very first of them all');
  test.setTimeout(300_000);
  const me = await join();
  const first = await publish(api, me, { description: oldest });
  const authors = await Promise.all(Array.from({ length: 8 }, () => join()));
  await insertPosts(
    product,
    authors,
    Array.from({ length: 504 }, (_, at) => `Evening ${at} ${'at the wheel '.repeat(8)}`),
  );
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await expect(page.getByRole('article').first()).toBeVisible();
  let mostNodes = 0;
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        const [slots, nodes] = await page.evaluate(() => [
          document.querySelectorAll('[data-slot]').length,
          document.querySelectorAll('*').length,
        ]);
        mostNodes = Math.max(mostNodes, nodes ?? 0);
        return slots;
      },
      { timeout: 150_000, intervals: [50] },
    )
    .toBeGreaterThanOrEqual(500);
  expect(mostNodes).toBeLessThan(3000);

  const middle = page.locator('[data-slot]').nth(250);
  await middle.scrollIntoViewIfNeeded();
  await middle.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/results\/view-profile\//);
  await page.goBack();
  await expect(middle.getByRole('article')).toBeInViewport();

  await page.goto(`/home#${first}`);
  await expect(articleOf(page, oldest)).toBeInViewport();
  await expect(page.locator('article:focus')).toContainText(oldest);

  await page.goto('/home?tab=latestPosts');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await publish(api, authors[0] ?? me, { description: fresh });
  await publish(api, authors[1] ?? me, { description: 'Fresh from the loom' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: '2 new posts' }).click();
  await expect(articleOf(page, fresh)).toBeInViewport();
  await expect(page.getByRole('button', { name: /new post/ })).toHaveCount(0);
});
