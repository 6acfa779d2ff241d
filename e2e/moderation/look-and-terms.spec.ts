import { buildJpeg } from '../../server/src/testing/files/images.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { becomeOwner } from '../support/owner.ts';

// A community of its own, because its colours and terms would affect other tests.
test.use({ settings: { APP_NAME: 'Tawny Owls' } });

test('an owner sets the community’s look and terms, which a member reads and accepts once', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  const [owner, member] = [await signUp(), await join()];
  await becomeOwner(owner, api, product);
  const { page: open } = await visit({ signedIn: member });
  await open.goto('/home');
  const lampOf = () => open.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--lamp'));
  const builtIn = await lampOf();
  await expect(open.getByRole('link', { name: 'Tawny Owls' }).locator('svg')).toBeVisible();
  const { page } = await visit({ signedIn: owner });
  await page.goto('/moderation/community');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await buildJpeg(600, 300) });
  await expect(page.getByRole('img', { name: 'Current logo' })).toBeVisible();
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#ff0000');
  await expect(settings.getByText(/^Button text on buttons .Light/)).toBeVisible();
  // At the top, no element is half covered by the top bar.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, '/moderation/community');
  await settings.getByRole('button', { name: /^Use #/ }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Community settings saved.')).toBeVisible();
  await expect(open.getByRole('img', { name: 'Tawny Owls' })).toHaveAttribute('src', /-256\.webp$/);
  await expect.poll(lampOf).not.toBe(builtIn);
  await settings.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect.poll(lampOf).toBe(builtIn);
  const terms = page.getByRole('region', { name: 'Terms and privacy' });
  await terms.getByRole('textbox', { name: 'Terms and conditions' }).fill('# Be kind\n\nOr go.');
  await terms.getByRole('button', { name: 'Publish a new version' }).click();
  await expect(terms.getByText(/^Version 1 has been in force since/)).toBeVisible();

  const { page: guest } = await visit();
  await guest.goto('/Login');
  const logo = guest.getByRole('img', { name: 'Tawny Owls' });
  await expect(logo).toBeVisible();
  expect(await logo.boundingBox()).toMatchObject({ width: 56, height: 28 });
  await expectAccessible(guest, '/Login');
  await openPage(guest, '/');
  await expectAccessible(guest, '/');

  const { page: theirs } = await visit({ signedIn: member });
  await theirs.goto('/home');
  const question = theirs.getByRole('dialog', { name: 'Please accept the terms' });
  await expect(question.getByRole('heading', { name: 'Be kind' })).toBeVisible();
  await expectAccessible(theirs, 'the question about the terms');
  await theirs.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Accept' }).click();
  await expect(question).toBeHidden();
  await theirs.goto('/mynetwork');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeAttached();
  await theirs.waitForLoadState('networkidle');
  await expect(question).toBeHidden();
  await openPage(theirs, '/terms-condition');
  await expect(theirs.getByText(/^Version 1, effective/)).toBeVisible();
});
