/** The layout of the feed: every part can be reached, and pictures have enough pixels for their size. */
import type { Locator } from '@playwright/test';
import { untilStill } from '../support/axe.ts';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { uploadPicture } from '../support/post-cards.ts';

test('On laptops of 1366 by 650 and 1280 by 720 the left column of the feed scrolls to its end', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const tags = Array.from({ length: 30 }, (_, at) => `#laptop${at}`).join(' ');
  await publish(api, me, { description: `Many words ${tags}` });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  const more = page.getByRole('complementary', { name: 'About you and filters' }).getByRole('button', {
    name: 'See more',
  });
  await expect(more).toBeAttached();
  for (const [width, height] of [
    [1366, 650],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(more).not.toBeInViewport();
    await page.getByRole('heading', { name: 'Filter By Hashtag' }).hover();
    await page.mouse.wheel(0, 2_000);
    await expect(more).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, -2_000);
  }
});

test('On the narrowest phone a long name leaves the profession readable', async ({ visit, join, api }) => {
  const me = await join();
  const commenter = await join({
    firstName: 'Wilhelmina-Marguerite-Antoinette',
    lastName: 'Featherstonehaugh-Cholmondeley',
    profession: 'Sound designer',
  });
  const text = uniqueText('Which glaze would you take?');
  const post = await publish(api, me, { description: text });
  await api(commenter, 'POST', '/post/addEditComment', { post_id: post, comment: 'The blue one.' });
  const { page } = await visit({ signedIn: me, width: 320, height: 640 });
  await page.goto(`/p/${post}`);
  const profession = page.getByRole('listitem').getByText('Sound designer');
  await expect(profession).toBeVisible();
  expect(await profession.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
});

/** The sizes of the pictures of posts, by the shape of the gallery. */
const shapes: Record<string, [width: number, height: number][]> = {
  alone: [[960, 640]],
  portrait: [[960, 1200]],
  small: [[300, 200]],
  panorama: [[1600, 80]],
  tower: [[80, 1600]],
  pair: [
    [960, 640],
    [960, 1200],
  ],
  wideFirst: [
    [1200, 800],
    [960, 960],
    [960, 720],
  ],
  portraitFirst: [
    [960, 1200],
    [1600, 400],
    [960, 960],
  ],
  four: [
    [960, 640],
    [960, 1200],
    [960, 960],
    [960, 540],
  ],
};

/** Returns whether each picture of a post has loaded, and how much larger than its own pixels it is drawn. */
const drawnIn = (post: Locator) =>
  post.getByRole('img').evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => {
      const cell = image.getBoundingClientRect();
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const isCropped = getComputedStyle(image).objectFit === 'cover';
      const drawnWidth = isCropped
        ? Math.max(cell.width, cell.height * ratio)
        : Math.min(cell.width, cell.height * ratio);
      const source = Number(/-(\d+)\.webp$/.exec(image.currentSrc)?.[1] ?? image.getAttribute('width'));
      return { loaded: image.complete, enlarged: (drawnWidth * devicePixelRatio) / source };
    }),
  );

test('Pictures of posts are sharp in every layout and density, and no gallery is higher than 480 px', async ({
  browser,
  join,
  api,
  product,
}) => {
  const me = await join();
  const posts: Record<string, string> = {};
  for (const [name, sizes] of Object.entries(shapes)) {
    const filenames = await Promise.all(sizes.map(([width, height]) => uploadPicture(product, me, width, height)));
    posts[name] = uniqueText(name);
    await publish(api, me, { description: posts[name], filenames, alts: filenames.map((_, at) => `${name} ${at}`) });
  }
  for (const [width, density] of [
    [1440, 1],
    [1440, 2],
    [390, 1.75],
    [390, 2],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, deviceScaleFactor: density });
    await page.addInitScript((token) => {
      localStorage.setItem('token', token);
      localStorage.setItem('loggedin', 'true');
    }, JSON.stringify(me.token));
    await page.goto(`${product.origin}/home?tab=latestPosts`);
    for (const [name, text] of Object.entries(posts)) {
      const post = page.getByRole('article').filter({ hasText: text });
      // A card is rendered only when it comes near the viewport.
      await expect(async () => {
        await page
          .locator('[data-slot]')
          .filter({ hasText: text })
          .evaluate((slot) => slot.scrollIntoView());
        expect((await drawnIn(post)).every(({ loaded }) => loaded)).toBe(true);
      }).toPass();
      const description = `${name} at ${width} px, density ${density}`;
      expect(Math.max(...(await drawnIn(post)).map(({ enlarged }) => enlarged)), description).toBeLessThanOrEqual(1.21);
      const gallery = post.getByRole('button', { name: /^Open picture 1/ }).locator('..');
      expect((await gallery.boundingBox())?.height, description).toBeLessThanOrEqual(480.5);
    }
    await page.close();
  }
});

test('On a phone the first post begins within 200 px, and its actions share one row with the rating', async ({
  visit,
  join,
  api,
}) => {
  const me = await join({ profession: 'Potter' });
  const text = uniqueText('Tonight at the wheel');
  await publish(api, me, { description: text });
  const { page } = await visit({ signedIn: me, width: 390, height: 844 });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  // Hints for new members are shown above; without them the feed begins 64 px below the top.
  const entry = await page.getByRole('button', { name: 'What are you working on after hours?' }).boundingBox();
  const first = await page.getByRole('article').first().boundingBox();
  expect((first?.y ?? Infinity) - (entry?.y ?? 0)).toBeLessThanOrEqual(200 - 64);
  const names = ['Like', 'Write a comment', 'Bookmark', 'Rate'];
  const boxes = await Promise.all(names.map((name) => post.getByRole('button', { name, exact: true }).boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

test('The post type is kept in the URL, and a filter without results can be cleared', async ({ visit, join, api }) => {
  const me = await join();
  const [job, plain] = [uniqueText('Studio hand'), uniqueText('A quiet evening')];
  await publish(api, me, { postType: 'job', title: job, description: 'Saturdays' });
  await publish(api, me, { description: plain });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL(/type=job/);
  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: job })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: plain })).toHaveCount(0);
  await page.goto('/home?type=webinar&hashtag=nobodywritesthis');
  await expect(page.getByText('No webinars with #nobodywritesthis yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page).not.toHaveURL(/type=|hashtag=/);
});

test('The text of a right-to-left post is aligned with its title', async ({ visit, join, api }) => {
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

test('Of three pictures, a wide first one spans the whole width of the post', async ({ visit, join, api, product }) => {
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

test('On the smallest phones the actions of a post are in one row, and nothing shows below the payment dialog', async ({
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

test('The badges of the top bar do not overlap the next item at any width', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  // Without the socket, which would soon send the real counts.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.route('**/api/getProfile', async (route) => {
    // Without the ETag: otherwise the response to a cached request is a 304 without a body.
    const { 'if-none-match': _etag, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const profile = (await response.json()) as { body: object };
    const body = { ...profile.body, unreadMessages: 120, unreadNotifications: 120 };
    await route.fulfill({ response, json: { ...profile, body } });
  });
  await page.goto('/home');
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await untilStill(page);
    const badge = await places.filter({ hasText: 'Messages' }).getByText('99+').boundingBox();
    const next = await places.filter({ hasText: 'Notifications' }).locator('svg').boundingBox();
    expect((next?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0), `${width} px`).toBeGreaterThan(8);
  }
  // The profile may be loading again.
  await page.unrouteAll({ behavior: 'wait' });
});

test('with text of twice the size, the smallest phone shows a post and all places without scrolling sideways', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const id = await publish(api, await join(), { description: uniqueText('Large letters') });
  const { page } = await visit({ signedIn: me, width: 320, height: 640 });
  await page.goto(`/p/${id}`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(page.getByRole('article').getByRole('button', { name: 'Rate', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const place of await page.getByRole('navigation').last().getByRole('link').all())
    await expect(place).toBeInViewport({ ratio: 1 });
});
