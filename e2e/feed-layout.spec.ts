/** The layout of the feed: everything can be reached, and pictures are as sharp as they are drawn. */
import { buildJpeg } from '../server/src/testing/rows/images.ts';
import { expect, type Member, publish, test, uniqueText } from './support/fixtures.ts';

/** Uploads a picture for a post and returns its file name. */
async function uploadPicture(
  { origin }: { origin: string },
  member: Member,
  width: number,
  height: number,
): Promise<string> {
  const form = new FormData();
  form.append('folder', 'demo');
  form.append('file', new Blob([new Uint8Array(await buildJpeg(width, height))], { type: 'image/jpeg' }), 'a.jpg');
  const answer = await fetch(`${origin}/api/post/uploadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}` },
    body: form,
  });
  const { body } = (await answer.json()) as { body: { files: { filename: string }[] } };
  return body.files[0]?.filename ?? '';
}

for (const [width, height] of [
  [1366, 650],
  [1280, 720],
] as const) {
  test(`On a laptop of ${width} by ${height} the left column of the feed can be read to its end`, async ({
    visit,
    join,
    api,
  }) => {
    const me = await join();
    const tags = Array.from({ length: 30 }, (_, at) => `#tag${width}x${at}`).join(' ');
    await publish(api, me, { description: `Many words ${tags}` });
    const { page } = await visit({ signedIn: me, width, height });
    await page.goto('/home');
    const more = page.getByRole('complementary', { name: 'About you and filters' }).getByRole('button', {
      name: 'See more',
    });
    await expect(more).toBeAttached();
    await page.getByRole('heading', { name: 'Filter By Hashtag' }).hover();
    await page.mouse.wheel(0, 2_000);
    await expect(more).toBeInViewport({ ratio: 1 });
  });
}

test('Pictures of a post that fill their cell by height are fetched sharp, and a portrait shows its middle', async ({
  visit,
  join,
  api,
  product,
}) => {
  const description = uniqueText('Three shapes');
  const me = await join();
  const filenames = await Promise.all([
    uploadPicture(product, me, 1920, 1200),
    uploadPicture(product, me, 1600, 400),
    uploadPicture(product, me, 600, 1200),
  ]);
  await publish(api, me, { description, filenames, alts: ['wide', 'panorama', 'portrait'] });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: description });
  for (const name of ['wide', 'panorama', 'portrait']) {
    const image = post.getByRole('img', { name });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
    const drawn = await image.evaluate((element: HTMLImageElement) => {
      const cell = element.closest('button')?.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      const source = Number(/-(\d+)\.webp$/.exec(element.currentSrc)?.[1] ?? element.getAttribute('width'));
      const ratio = Number(element.getAttribute('width')) / Number(element.getAttribute('height'));
      return { source, wanted: Math.max(width, height * ratio), inCell: Math.abs(height - (cell?.height ?? 0)) < 1 };
    });
    expect(drawn.source).toBeGreaterThanOrEqual(drawn.wanted - 1);
    // The picture is as high as its cell and cut evenly at both ends.
    expect(drawn.inCell).toBe(true);
  }
});

test('The text of a post written from the right begins where its title begins', async ({ visit, join, api }) => {
  const me = await join();
  const title = 'مساعدة في الاستوديو';
  const description = 'نبحث عن شخص لمدة يومين في الأسبوع.';
  await publish(api, me, { postType: 'job', title, description });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const rightEdgeOf = (text: string) =>
    page
      .getByRole('article')
      .getByText(text, { exact: true })
      .evaluate((element) => Math.round(element.getBoundingClientRect().right));
  await expect(page.getByText(description, { exact: true })).toBeVisible();
  expect(await rightEdgeOf(description)).toBe(await rightEdgeOf(title));
});

test('Three pictures of a post show the first one, if it is wide, across the post', async ({
  visit,
  join,
  api,
  product,
}) => {
  const me = await join();
  const filenames = await Promise.all([
    uploadPicture(product, me, 1200, 800),
    uploadPicture(product, me, 600, 600),
    uploadPicture(product, me, 600, 600),
  ]);
  const description = uniqueText('A wide one first');
  await publish(api, me, { description, filenames, alts: ['first', 'second', 'third'] });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: description });
  const cell = async (name: string) => {
    const box = await post.getByRole('button', { name: new RegExp(`: ${name}`) }).boundingBox();
    if (!box) throw new Error(`picture ${name} is not drawn`);
    return box;
  };
  await post.getByRole('button', { name: /: first/ }).waitFor();
  const [first, second, third] = [await cell('first'), await cell('second'), await cell('third')];
  expect(first.width).toBeGreaterThan(1.9 * second.width);
  expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
  expect(third.y).toBe(second.y);
  expect(third.y + third.height - first.y).toBeLessThan(520);
});

test('On the smallest phones the actions of a post stand in one row and nothing shows below the way to pay', async ({
  visit,
  join,
  api,
}) => {
  const title = uniqueText('Glazing');
  const [host, me] = [await join(), await join()];
  const link = 'https://meet.example.com/x';
  await publish(api, host, { postType: 'webinar', title, description: 'Evening', link });
  const { page } = await visit({ signedIn: me, width: 320, height: 568 });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: title });
  const topOf = async (name: string) => (await post.getByRole('button', { name, exact: true }).boundingBox())?.y;
  await post.getByRole('button', { name: 'Bookmark', exact: true }).waitFor();
  expect(await topOf('Bookmark')).toBe(await topOf('Like'));
  await post.getByRole('button', { name: /Pay \$10\.00 to join/ }).click();
  const pay = page.getByRole('dialog').getByRole('button', { name: 'Pay $10.00', exact: true });
  await expect(pay).toBeInViewport({ ratio: 1 });
  const below = await pay.evaluate((button) => {
    const bar = button.parentElement?.getBoundingClientRect();
    const dialog = button.closest('dialog')?.getBoundingClientRect();
    return (dialog?.bottom ?? 0) - (bar?.bottom ?? 0);
  });
  expect(below).toBeLessThanOrEqual(1);
});

for (const width of [768, 1024, 1440]) {
  test(`The counts of the top bar stay clear of the next place at ${width} px`, async ({ visit, join }) => {
    const { page } = await visit({ signedIn: await join(), width });
    await page.route('**/api/getProfile', async (route) => {
      // Whole and anew: an answer that the browser has already would come back as 304, without a body.
      const { 'if-none-match': _known, ...headers } = route.request().headers();
      const response = await route.fetch({ headers });
      const answer = (await response.json()) as { body: object };
      const body = { ...answer.body, unreadMessages: 120, unreadNotifications: 120 };
      await route.fulfill({ response, json: { ...answer, body } });
    });
    await page.goto('/home');
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    const badge = await places.filter({ hasText: 'Messages' }).getByText('99+').boundingBox();
    const next = await places.filter({ hasText: 'Notifications' }).locator('svg').boundingBox();
    expect((next?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0)).toBeGreaterThan(8);
  });
}
