import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { holdProgram, openBeforeProgram } from '../support/hold-program.ts';
import { articleOf, attachPictures, chooseMenu, uploadPicture } from '../support/post-cards.ts';

test('pictures open in the viewer and are browsed by keyboard', async ({ visit, join }) => {
  const text = uniqueText('A shelf of three');
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(text);
  await attachPictures(page, ['left', 'middle', 'right']);
  await page.getByRole('button', { name: 'Publish' }).click();
  const post = articleOf(page, text);
  await post.getByRole('button', { name: /Open picture 2 of 3/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: '2 of 3' }).getByRole('img', { name: 'middle' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '3 of 3' }).getByRole('img', { name: 'right' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '1 of 3' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: '3 of 3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(post.getByRole('button', { name: /Open picture 2 of 3/ })).toBeFocused();
});

test('Pictures of a new and of a published post are reordered by keyboard and by dragging', async ({ visit, join }) => {
  const text = uniqueText('In the right order');
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(text);
  await attachPictures(page, ['red', 'blue', 'green']);
  await page.getByRole('button', { name: /^Move green\.jpg/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Move green\.jpg, picture 1 of 3/ })).toBeFocused();
  await page.getByRole('button', { name: 'Publish' }).click();
  const pictures = articleOf(page, text).getByRole('button', { name: /^Open picture/ });
  const namesOf = () =>
    pictures.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.split(': ')[1]));
  await expect.poll(namesOf).toEqual(['green', 'red', 'blue']);

  await chooseMenu(page, text, 'Edit post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  const handles = dialog.getByRole('button', { name: /^Move/ });
  await handles.first().hover();
  await page.mouse.down();
  const last = await handles.last().boundingBox();
  await page.mouse.move(last?.x ?? 0, (last?.y ?? 0) + (last?.height ?? 0), { steps: 8 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(namesOf).toEqual(['red', 'blue', 'green']);
  await page.reload();
  await expect.poll(namesOf).toEqual(['red', 'blue', 'green']);
});

test('in a dialog with many pictures, only the content scrolls, and not the title', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join(), width: 390, height: 640 });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await attachPictures(page, ['one', 'two', 'three', 'four', 'five', 'six']);
  const dialog = page.getByRole('dialog', { name: 'New post' });
  const scrolled = await dialog.evaluate((element) => {
    element.scrollTop = 999;
    return element.scrollTop;
  });
  expect(scrolled).toBe(0);
});

test('the viewer shows a small picture as small as it is, enlarges it and moves it', async ({ visit, join }) => {
  const text = uniqueText('Small, and closer');
  const { page } = await visit({ signedIn: await join(), width: 1280, height: 720 });
  await page.goto('/home?tab=latestPosts');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(text);
  await attachPictures(page, ['first', 'second'], { width: 300, height: 200 });
  await page.getByRole('button', { name: 'Publish' }).click();
  await articleOf(page, text)
    .getByRole('button', { name: /Open picture 1 of 2/ })
    .click();
  const picture = page.getByRole('dialog', { name: '1 of 2' }).getByRole('img', { name: 'first' });
  const boxOf = async () => (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const widthOf = async () => Math.round((await boxOf()).width);
  await expect.poll(widthOf).toBe(300);
  await page.keyboard.press('+');
  expect(await widthOf()).toBe(450);
  await page.keyboard.press('0');
  expect(await widthOf()).toBe(300);

  await picture.dblclick();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect(await widthOf()).toBe(Math.round(300 * 2.5 * 1.5 ** 2));
  // The enlarged picture, which scrolls, is moved without having the focus.
  for (let times = 0; times < 4; times++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('DIV');
  }
  const before = await boxOf();
  await page.keyboard.press('ArrowRight');
  expect((await boxOf()).x).toBeLessThan(before.x);
  await page.mouse.move(640, 360);
  await page.mouse.down();
  await page.mouse.move(700, 360);
  await page.mouse.up();
  const moved = Math.round(before.x - 80 + 60);
  expect(Math.round((await boxOf()).x)).toBe(moved);
  // Only the main button drags. Of a click that opens a menu, the release may never arrive.
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(640, 360);
  expect(Math.round((await boxOf()).x)).toBe(moved);
  await page.mouse.up({ button: 'right' });

  await picture.dblclick();
  expect(await widthOf()).toBe(300);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '2 of 2' })).toBeVisible();
});

test('for guests, the first of several pictures fills the place of all until the application starts', async ({
  visit,
  join,
  api,
  product,
}) => {
  const me = await join();
  const filenames = await Promise.all([1200, 1280].map((height) => uploadPicture(product, me, 960, height)));
  const id = await publish(api, me, { description: uniqueText('Two bowls'), filenames, alts: ['left', 'right'] });
  for (const width of [390, 1100, 1280, 1440]) {
    const { page } = await visit({ width });
    const release = await holdProgram(page);
    await openBeforeProgram(page, `/p/${id}`);
    const first = page.locator('#starting').getByRole('img', { name: 'left' });
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    const before = await first.boundingBox();
    release();
    const gallery = page.getByRole('button', { name: /^Open picture 1/ }).locator('..');
    const after = await gallery.boundingBox();
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? 0)), `${side} at ${width} px`).toBeLessThanOrEqual(1);
  }
});
