/** Checks the dialogs of profiles, settings and members in the pseudo-locale; see pseudo-locale.spec.ts. */
import type { Page } from '@playwright/test';
import { codeOf } from '../../server/src/testing/sign-in/authenticator.ts';
import { expect, type Fixtures, type Member, PASSWORD, test } from '../support/fixtures.ts';
import { checkWidths, type Faults, names, openPseudo } from '../support/pseudo-locale.ts';

// A community of its own, because what members of other journeys write has no accents.
test.use({ settings: { LOG_LEVEL: 'warn' } });
// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

type CheckOpened = (opener: string, options?: { submit?: boolean; part?: string }) => Promise<void>;

/** Walks through dialogs and menus as a member. `checkOpened` opens one with a click and checks it at every width. */
async function checkDialogs(
  { visit }: Pick<Fixtures, 'visit'>,
  me: Member,
  walk: (page: Page, checkOpened: CheckOpened) => Promise<void>,
) {
  const { page } = await visit({ signedIn: me });
  const faults: Faults = {};
  const checkOpened: CheckOpened = async (opener, { submit = false, part = 'dialog[open]' } = {}) => {
    await page.locator(opener).click();
    await page.locator(part).first().waitFor();
    if (submit) await page.locator('dialog[open] button[type="submit"]').last().click();
    await checkWidths(page, faults, opener, [part]);
    if (part !== 'dialog[open]') return;
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  };
  await walk(page, checkOpened);
  expect(faults).toEqual({});
}

test('Texts of the dialogs of a profile are ready for other languages at every width', async ({ visit, join }) =>
  checkDialogs({ visit }, await join(names), async (page, checkOpened) => {
    await openPseudo(page, '/Profile');
    for (const kind of ['links', 'bio', 'goals', 'skills', 'experiences', 'educations'])
      await checkOpened(`[data-section="${kind}"] >> xpath=../.. >> button >> nth=-1`, {
        submit: kind !== 'bio' && kind !== 'links',
      });
    await checkOpened('main a[href^="/@"] + button');
    await checkOpened('main button:has(.lucide-camera) >> nth=0', { submit: true });
    await checkOpened('main button:has(.lucide-camera) >> nth=1');
  }));

test('Texts of the dialogs of settings and members are ready for other languages at every width', async ({
  visit,
  join,
}) => {
  const member = await join({ ...names, firstName: 'Chloé' });
  await checkDialogs({ visit }, await join(names), async (page, checkOpened) => {
    await openPseudo(page, '/Settings?tab=account');
    await checkOpened('main li:nth-child(2) button', { submit: true });
    await checkOpened('main button:not(:has(svg)) >> nth=0', { submit: true });
    await openPseudo(page, '/Settings?tab=security');
    await checkOpened('main button:has(.lucide-chevron-right)', { submit: true });
    await openPseudo(page, `/results/view-profile/${member.id}`);
    await checkOpened('main button:has(.lucide-user-plus)');
    // The last two items, reporting and blocking, open a dialog.
    for (const item of [-2, -1]) {
      await checkOpened('main button[aria-haspopup="menu"]', { part: '[role="menu"]' });
      await checkOpened(`[role="menuitem"] >> nth=${item}`);
    }
  });
});

test('Texts of later steps of dialogs are ready for other languages at every width', async ({
  visit,
  signUp,
  api,
  product,
}) => {
  const me = await signUp(names);
  const [otp] = await product.mailTo(me.email, /^\d{6}$/m);
  await api(null, 'POST', '/verifyOtp', { email: me.email, otp });
  const { page } = await visit({ signedIn: me });
  const dialogs = page.locator('dialog[open]');
  const faults: Faults = {};
  const checkDialog = async (name: string) => {
    await checkWidths(page, faults, name, ['dialog[open]']);
  };
  const submit = async (password: string) => {
    await dialogs.locator('input[type="password"]').fill(password);
    await dialogs.locator('button[type="submit"]').click();
  };
  await openPseudo(page, '/Settings?tab=account');
  await page.locator('main li:nth-child(2) button').click();
  await dialogs.locator('input[type="email"]').fill(`new.${me.email}`);
  await submit(PASSWORD);
  await dialogs.locator('input[inputmode="numeric"]').waitFor();
  await checkDialog('the code for another address');
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  await page.locator('main button:not(:has(svg)) >> nth=0').click();
  await submit(PASSWORD);
  await expect(dialogs).toHaveCount(2);
  await checkDialog('the question before an account is deleted');
  await openPseudo(page, '/Settings?tab=security');
  await page.locator('main button').filter({ hasText: 'Ťúŕń óń' }).click();
  await submit(PASSWORD);
  const secret = await dialogs.locator('code').innerText();
  await checkDialog('the secret for an app');
  await dialogs.locator('input[inputmode="numeric"]').fill(codeOf(secret.replaceAll(' ', '')));
  await dialogs.locator('button[type="submit"]').click();
  await dialogs.locator('ol').waitFor();
  await checkDialog('the recovery codes');
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(2);
  await checkDialog('the question before the recovery codes are left');
  expect(faults).toEqual({});
});
