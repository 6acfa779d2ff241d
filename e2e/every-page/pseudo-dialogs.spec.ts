/** Dialogs of profiles, settings and members in the pseudo-locale: see pseudo-locale.spec.ts. */
import type { Page } from '@playwright/test';
import { codeOf } from '../../server/src/testing/rows/authenticator.ts';
import { expect, type Fixtures, type Member, PASSWORD, test } from '../support/fixtures.ts';
import { checkWidths, type Faults, names, openPseudo } from '../support/pseudo-locale.ts';

// A community of its own: what members of other journeys write has no accents.
test.use({ settings: { LOG_LEVEL: 'warn' } });
// One after the other: each worker would start a product for these alone.
test.describe.configure({ mode: 'default' });

type Look = (opener: string, options?: { submit?: boolean; part?: string }) => Promise<void>;

/** Opens parts of pages as a member, and checks each at every width. */
async function lookAtDialogs(
  { visit }: Pick<Fixtures, 'visit'>,
  me: Member,
  walk: (page: Page, look: Look) => Promise<void>,
) {
  const { page } = await visit({ signedIn: me });
  const faults: Faults = {};
  const look: Look = async (opener, { submit = false, part = 'dialog[open]' } = {}) => {
    await page.locator(opener).click();
    await page.locator(part).first().waitFor();
    if (submit) await page.locator('dialog[open] button[type="submit"]').last().click();
    await checkWidths(page, faults, opener, [part]);
    if (part !== 'dialog[open]') return;
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  };
  await walk(page, look);
  expect(faults).toEqual({});
}

test('Texts of the dialogs of a profile are ready for other languages at every width', async ({ visit, join }) =>
  lookAtDialogs({ visit }, await join(names), async (page, look) => {
    await openPseudo(page, '/Profile');
    for (const kind of ['links', 'bio', 'goals', 'skills', 'experiences', 'educations'])
      await look(`[data-section="${kind}"] >> xpath=../.. >> button >> nth=-1`, {
        submit: kind !== 'bio' && kind !== 'links',
      });
    await look('main a[href^="/@"] + button');
    await look('main button:has(.lucide-camera) >> nth=0', { submit: true });
    await look('main button:has(.lucide-camera) >> nth=1');
  }));

test('Texts of the dialogs of settings and members are ready for other languages at every width', async ({
  visit,
  join,
}) => {
  const other = await join({ ...names, firstName: 'Chloé' });
  await lookAtDialogs({ visit }, await join(names), async (page, look) => {
    await openPseudo(page, '/Settings?tab=account');
    await look('main li:nth-child(2) button', { submit: true });
    await look('main button:not(:has(svg)) >> nth=0', { submit: true });
    await openPseudo(page, '/Settings?tab=security');
    await look('main button:has(.lucide-chevron-right)', { submit: true });
    await openPseudo(page, `/results/view-profile/${other.id}`);
    await look('main button:has(.lucide-user-plus)');
    // The last two ask: reporting and blocking.
    for (const item of [-2, -1]) {
      await look('main button[aria-haspopup="menu"]', { part: '[role="menu"]' });
      await look(`[role="menuitem"] >> nth=${item}`);
    }
  });
});

test('Texts of later steps of dialogs are ready for other languages at every width', async ({
  visit,
  join,
  api,
  product,
}) => {
  const me = await join(names);
  const [otp] = await product.mailTo(me.email, /^\d{6}$/m);
  await api(null, 'POST', '/verifyOtp', { email: me.email, otp });
  const { page } = await visit({ signedIn: me });
  const dialogs = page.locator('dialog[open]');
  const faults: Faults = {};
  const look = async (name: string) => {
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
  await look('the code for another address');
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  await page.locator('main button:not(:has(svg)) >> nth=0').click();
  await submit(PASSWORD);
  await expect(dialogs).toHaveCount(2);
  await look('the question before an account is deleted');
  await openPseudo(page, '/Settings?tab=security');
  await page.locator('main button').filter({ hasText: 'Ťúŕń óń' }).click();
  await submit(PASSWORD);
  const secret = await dialogs.locator('code').innerText();
  await look('the secret for an app');
  await dialogs.locator('input[inputmode="numeric"]').fill(codeOf(secret.replaceAll(' ', '')));
  await dialogs.locator('button[type="submit"]').click();
  await dialogs.locator('ol').waitFor();
  await look('the recovery codes');
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(2);
  await look('the question before the recovery codes are left');
  expect(faults).toEqual({});
});
