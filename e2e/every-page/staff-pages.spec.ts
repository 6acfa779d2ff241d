/** The staff pages with a hundred cases and filters, in other scripts, at every width and by keyboard. */
import { MAX_FILTERS } from '@afterhours/contract/moderation/automation';
import type { Page } from '@playwright/test';
import { expectAccessible, untilStill } from '../support/axe.ts';
import { type Api, expect, type Member, publish, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';
import { becomeOwner } from '../support/owner.ts';
import { checkWidths, type Faults, names, openPseudo } from '../support/pseudo-locale.ts';

// A community of its own, which has no owner yet. The tests make more calls from one address than any person does.
test.use({ settings: { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
// One after the other: the second test uses the owner of the first.
test.describe.configure({ mode: 'serial' });

/** The pane beside a list of cases or members. */
const DETAIL = 'main div:has(> ul) + div';
const WORD = 'Abéndbrotzeitverschiebung'.repeat(4);
const SENTENCE = `أكتب كل مساء ${WORD}.`;
const pages = [
  '/moderation',
  '/moderation/community',
  '/moderation/filters',
  '/moderation/members',
  '/moderation/requests',
  '/moderation/overview',
  '/moderation/team',
  '/moderation/mail',
  '/moderation/payouts',
  '/moderation/payouts?tab=recorded',
  '/moderation/log',
  '/owner',
];

const filterOf = (at: number) => ({
  kind: at % 2 === 0 ? 'words' : 'domains',
  effect: at === 0 ? 'hold' : 'flag',
  places: ['posts', 'comments'],
  note: `قاعدة ${WORD} ${at}é`,
  entries: Array.from({ length: 100 }, (_, line) => (at % 2 === 0 ? `wörd${at}x${line}` : `shöp${at}x${line}.example`)),
});

/** Creates filters, a hundred posts that one of them holds, and a post that the other members report. */
async function fill(api: Api, owner: Member, [author, ...reporters]: readonly Member[]): Promise<void> {
  if (!author) throw new Error('there is no author');
  // One less than the limit, so that the form for another one can be opened.
  for (let at = 0; at < MAX_FILTERS - 1; at++) {
    const response = await api(owner, 'POST', '/staff/filters', filterOf(at));
    expect(response.status).toBe(200);
  }
  for (let at = 0; at < 100; at++) await publish(api, author, { description: `${SENTENCE} wörd0x${at}` });
  const reported = await publish(api, author, { description: SENTENCE });
  for (const reporter of reporters)
    await api(reporter, 'POST', '/post/reportPost', { post_id: reported, category: 'scam', words: SENTENCE });
}

let owner: Member;

/** Expects no overflow at two widths that the other checks leave out. */
async function expectNoOverflow(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await untilStill(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

test('staff pages and their dialogs are accessible and fit every width', async ({
  visit,
  join,
  signUp,
  api,
  product,
}) => {
  owner = await signUp(names);
  await becomeOwner(owner, api, product);
  const members = [];
  for (let at = 0; at < 4; at++) members.push(await join({ ...names, lastName: WORD.slice(0, 50) }));
  await fill(api, owner, members);
  const { page } = await visit({ signedIn: owner });
  // What opens beside a long list is checked without the list, which was checked before.
  const check = async (name: string, within?: string) => {
    await expectAccessible(page, name, within);
    await expectNoOverflow(page, name);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  for (const path of pages) {
    await openPage(page, path);
    await check(path);
  }
  await openPage(page, '/moderation');
  await page
    .getByRole('button', { name: /found automatically/ })
    .first()
    .press('Enter');
  await expect(page.getByText('Only its author sees it until you decide.')).toBeVisible();
  await check('a case of the automation', DETAIL);
  await page.getByRole('button', { name: 'Act on everything by this member' }).press('Enter');
  await expect(page.getByText(/^This hides 1 post and 0 comments, and closes 101 cases/)).toBeVisible();
  await check('the dialog about everything by a member', 'dialog[open]');
  await openPage(page, '/moderation/members');
  await page
    .getByRole('button', { name: new RegExp(WORD.slice(0, 20)) })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { name: 'Possibly the same person' })).toBeVisible();
  await check('a member', DETAIL);
  await openPage(page, '/moderation/filters');
  await page.getByRole('button', { name: 'Add a filter' }).press('Enter');
  await check('the form for a filter', 'main form');
});

test('texts on staff pages are ready for other languages at every width', async ({ visit, api }) => {
  // The community's name is shown in a field, so it needs an accent.
  const { body } = (await api(owner, 'GET', '/staff/settings')) as { body: { logo: unknown } };
  const { logo: _logo, ...settings } = body;
  expect(await api(owner, 'PUT', '/staff/settings', { ...settings, name: 'Éulen' })).toMatchObject({ status: 200 });
  const { page } = await visit({ signedIn: owner });
  const faults: Faults = {};
  for (const path of pages) {
    await openPseudo(page, path);
    await checkWidths(page, faults, path, ['main']);
  }
  await openPseudo(page, '/moderation');
  await page.locator('main li button').first().click();
  await page.locator('main h3').last().waitFor();
  await checkWidths(page, faults, 'a case', ['main']);
  await openPseudo(page, '/moderation/filters');
  await page.locator('main section > div > button').last().click();
  await page.locator('main textarea').waitFor();
  await checkWidths(page, faults, 'the form for a filter', ['main']);
  expect(faults).toEqual({});
});
