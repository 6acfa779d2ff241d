import { buildJpeg } from '../../server/src/testing/files/images.ts';
import { expect, newMember, test, uniqueText } from '../support/fixtures.ts';

test('A first evening: sign up, confirm, first steps, post a picture, receive a like and a comment, sign out', async ({
  visit,
  join,
  product,
}) => {
  const text = uniqueText('First firing of the autumn glazes');
  const { page } = await visit();
  const me = newMember({ firstName: 'Mira', lastName: 'Okonkwo' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Create your account' }).click();
  await page.getByLabel('First name').fill(me.firstName);
  await page.getByLabel('Last name').fill(me.lastName);
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Phone').fill(me.phone);
  await page.getByRole('textbox', { name: 'Date of birth' }).fill(me.dob);
  await page.getByLabel('Country').fill(me.country);
  await page.getByLabel('Profession').fill(me.profession);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.waitForURL(/\/verify/i);
  const [otp] = await product.mailTo(me.email, /^\d{6}$/m);
  await page.getByLabel('Code').fill(otp);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/first-evening');
  await expect(page.getByRole('heading', { name: 'Welcome, Mira. Add a picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByLabel(/What do you make after hours/).fill('Glazes that change with the lamp.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Pick three hashtags' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('heading', { name: 'Follow a few people' })).toBeVisible();
  // In a low window the button has to be scrolled to; the feed still opens at the top.
  const window = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ ...window, height: 300 });
  await page.getByRole('button', { name: 'Go to the feed' }).click();
  await page.waitForURL('**/home');
  await expect(page.getByRole('tab', { name: 'Popular' })).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.setViewportSize(window);
  await expect(page.getByText('Welcome, Mira! Your email is confirmed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a picture' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write a sentence about you' })).toHaveCount(0);
  await expect(page.getByText(/^Confirm your e-?mail$/)).toBeHidden();

  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByLabel('Description').fill(`${text} #ceramics`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await chooser).setFiles({ name: 'kiln.jpg', mimeType: 'image/jpeg', buffer: await buildJpeg(1200, 800) });
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /describe|alt|picture/i })
    .first()
    .fill('A kiln with its door open');
  await page.getByRole('button', { name: 'Publish' }).click();
  const mine = page.getByRole('article').filter({ hasText: text });
  await expect(mine.getByRole('img', { name: 'A kiln with its door open' })).toBeVisible();

  const friend = await join({ firstName: 'Teo', lastName: 'Marin' });
  const { page: friendsPage } = await visit({ signedIn: friend });
  // Sorted newest first, because other journeys on the same product may have left more popular posts.
  await friendsPage.goto('/home?tab=latestPosts');
  const seen = friendsPage.getByRole('article').filter({ hasText: text });
  await seen.getByRole('button', { name: 'Like' }).click();

  await expect(page.getByText('Teo Marin liked your post')).toBeVisible({ timeout: 2_000 });
  await expect(page.getByRole('link', { name: /Notifications.*1/ })).toBeVisible();

  await seen.getByRole('button', { name: 'Write a comment' }).click();
  await seen.getByRole('textbox', { name: 'Comment' }).fill('That copper!');
  await seen.locator('form').getByRole('button', { name: 'Comment' }).click();
  await expect(seen.getByText('That copper!')).toBeVisible();
  await expect(page.getByText('Teo Marin commented on your post')).toBeVisible({ timeout: 2_000 });

  await page.getByRole('link', { name: /Notifications/ }).click();
  await page.getByRole('main').getByText('Teo Marin commented on your post').click();
  await page.waitForURL(/\/activities/);
  await expect(page.getByText('That copper!')).toBeVisible();

  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => ['token', 'user', 'loggedin'].filter((key) => localStorage.getItem(key)))).toEqual(
    [],
  );
});
