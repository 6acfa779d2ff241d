/** What a member reads while the program is on its way. */
import { expect, publish, test, uniqueText } from './support/fixtures.ts';
import { holdProgram } from './support/hold-program.ts';

// A community of its own: only the first posts are shown, and in other journeys some are liked by many.
test.use({ settings: { LOG_LEVEL: 'error' } });

test('The first posts can be read before the program is there, in the column that they stay in', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const text = uniqueText('Glazed tonight <b>two</b> bowls');
  await publish(api, me, { description: `${text} #kiln` });
  const { page } = await visit({ signedIn: me, width: 390, height: 844 });
  const release = await holdProgram(page);
  await page.goto('/home', { waitUntil: 'commit' });
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  await expect(post).toContainText('#kiln');
  await expect(page.getByRole('button', { name: 'Like' })).toHaveCount(0);
  const before = await post.getByText(text).boundingBox();
  release();
  await expect(post.getByRole('button', { name: 'Like', exact: true })).toBeVisible();
  const after = await post.getByText(text).boundingBox();
  expect(after?.x).toBe(before?.x);
});
