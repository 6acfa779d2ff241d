/** How the feed is laid out: nothing out of reach, pictures as sharp as they are drawn. */
import { buildJpeg } from '../server/src/testing/images.ts';
import { expect, publish, test } from './fixtures.ts';

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
  const me = await join();
  const upload = async (width: number, height: number) => {
    const form = new FormData();
    form.append('folder', 'demo');
    form.append('file', new Blob([new Uint8Array(await buildJpeg(width, height))], { type: 'image/jpeg' }), 'a.jpg');
    const answer = await fetch(`${product.origin}/api/post/uploadFile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: form,
    });
    const { body } = (await answer.json()) as { body: { files: { filename: string }[] } };
    return body.files[0]?.filename ?? '';
  };
  const filenames = await Promise.all([upload(1920, 1200), upload(1600, 400), upload(600, 1200)]);
  await publish(api, me, { description: 'Three shapes', filenames, alts: ['wide', 'panorama', 'portrait'] });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const post = page.getByRole('article').filter({ hasText: 'Three shapes' });
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
    // As high as its cell, the picture is cut evenly at both ends.
    expect(drawn.inCell).toBe(true);
  }
});
