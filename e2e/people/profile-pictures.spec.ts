import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { dialogOf, save } from '../support/profile-dialogs.ts';

/** Returns a picture of 800 by 400 pixels, drawn by the browser: black on the left and white on the right. */
async function drawPicture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 400 });
    const context = canvas.getContext('2d');
    if (!context) return '';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 800, 400);
    context.fillStyle = '#000';
    context.fillRect(0, 0, 400, 400);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(data, 'base64');
}

/** Returns the brightness of a picture's left edge, from 0 to 255. */
function readLeftEdge(page: Page, address: string): Promise<number> {
  return page.evaluate(async (src) => {
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 20 });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, 20, 20);
    return context?.getImageData(1, 10, 1, 1).data[0] ?? -1;
  }, address);
}

test('pictures are cropped and saved by keyboard alone, and shown at once', async ({ visit, join }) => {
  const me = await join({ firstName: 'Otto', lastName: 'Brand' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Profile');
  const buffer = await drawPicture(page);
  const picture = { name: 'halves.png', mimeType: 'image/png', buffer };

  await page.getByRole('button', { name: 'Edit profile image' }).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Edit Profile Image');
  const chooser = page.waitForEvent('filechooser');
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(picture);
  const cropper = dialog.getByRole('application');
  await expect(cropper.locator('img')).toBeVisible();
  await expect(cropper).toBeFocused();
  // Moves the crop to the white half.
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowRight');
  for (let press = 0; press < 3; press++) await page.keyboard.press('+');
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('130');
  const saving = dialog.getByRole('button', { name: 'Save' });
  while (!(await saving.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile image updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit profile image' })).toBeFocused();

  const shown = page.getByRole('button', { name: 'Your account' }).locator('img');
  await expect(shown).toBeVisible();
  const address = await shown.getAttribute('src');
  expect(await readLeftEdge(page, address ?? '')).toBeGreaterThan(240);

  await page.getByRole('button', { name: 'Edit cover image' }).click();
  await save(page);
  await expect(page.getByText('Please choose a cover image.')).toBeVisible();
  await dialogOf(page, 'Edit Cover Image').locator('input[type="file"]').setInputFiles(picture);
  await expect(dialogOf(page, 'Edit Cover Image').getByRole('application').locator('img')).toBeVisible();
  await save(page);
  await expect(page.getByText('Cover image updated')).toBeVisible();
  await page.getByRole('button', { name: 'Edit cover image' }).click();
  const remove = page.getByRole('button', { name: 'Remove picture' });
  // On a phone three buttons share the width, and the texts must not squeeze the icon.
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await remove.locator('svg').boundingBox())?.width).toBe(18);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(dialogOf(page, 'Edit Cover Image')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit cover image' })).toBeFocused();
});

test('“Things I make” shows pictures of posts and links, which are edited from the profile dialog', async ({
  visit,
  join,
  product,
}) => {
  const me = await join({ firstName: 'Ines', lastName: 'Moura' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Profile');
  const form = new FormData();
  form.set('postType', 'general');
  form.set('description', 'First print of the year');
  const picture = new Uint8Array(await drawPicture(page));
  form.append('attachfiles', new File([picture], 'print.png', { type: 'image/png' }));
  const headers = { authorization: me.token };
  await fetch(`${product.origin}/api/post/create`, { method: 'POST', headers, body: form });
  await page.reload();

  await page.getByRole('button', { name: 'Edit profile', exact: true }).click();
  const profile = dialogOf(page, 'Update Profile');
  const shown = profile.getByRole('region', { name: 'What others see' });
  await expect(shown.getByLabel('First name')).toBeFocused();
  await expect(shown.getByLabel('Phone number')).toHaveCount(0);
  await expect(profile.getByRole('region', { name: 'Only you see this' }).getByLabel('Phone number')).toBeVisible();
  await expectNoViolations(page, 'Update Profile');
  await profile.getByRole('button', { name: 'Links' }).click();

  const dialog = dialogOf(page, 'Update Links');
  await dialog.getByLabel('Name of link 1').fill('Shop');
  await dialog.getByLabel('Address of link 1').fill('javascript:alert(1)');
  await save(page);
  await expect(dialog.getByText('Please enter a web address, such as https://example.com.')).toBeVisible();
  await dialog.getByLabel('Address of link 1').fill('prints.example/shop');
  await dialog.getByRole('button', { name: 'Add a link' }).click();
  await dialog.getByLabel('Name of link 2').fill('Portfolio');
  await dialog.getByLabel('Address of link 2').fill('https://portfolio.example');
  await dialog.getByRole('button', { name: 'Move link 2 up' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move link 1 down' })).toBeFocused();
  await expectNoViolations(page, 'Update Links');
  await save(page);
  await expect(page.getByText('Links saved.')).toBeVisible();

  const { page: guest } = await visit({ width: 390, height: 844, dark: true });
  await guest.goto(`/results/view-profile/${me.id}`);
  const showcase = guest.getByRole('region', { name: 'Things I make' });
  await expect(showcase.locator('a[target="_blank"]')).toHaveText([/Portfolio/, /Shop/]);
  const link = showcase.getByRole('link', { name: 'Shop prints.example' });
  await expect(link).toHaveAttribute('href', 'https://prints.example/shop');
  await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc');
  await expectNoViolations(guest, 'Things I make');

  await page.getByRole('link', { name: 'Open the post with this picture' }).click();
  await page.waitForURL('**/activities#*');
  await expect(page.getByRole('article').filter({ hasText: 'First print of the year' })).toBeVisible();
});
