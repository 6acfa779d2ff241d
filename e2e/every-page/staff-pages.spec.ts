/** The pages of staff, with a hundred cases, filters and members in other scripts: at every width, by keyboard. */
import type { Page } from '@playwright/test';
import { expectAccessible, untilStill } from '../support/axe.ts';
import { type Api, expect, type Member, publish, test } from '../support/fixtures.ts';
import { becomeOwner } from '../support/owner.ts';
import { checkWidths, type Faults, names, openPseudo } from '../support/pseudo-locale.ts';

// A community of its own, which has no owner yet; more calls from one address than any person makes.
test.use({ settings: { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
// One after the other: the second test goes on with the owner of the first.
test.describe.configure({ mode: 'serial' });

/** What is beside a list of cases or members. */
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

/** Posts that a filter holds, reports by three members of a hundred others, and a hundred filters. */
async function fill(api: Api, owner: Member, [author, ...reporters]: readonly Member[]): Promise<void> {
  if (!author) throw new Error('nobody');
  for (let at = 0; at < 100; at++) {
    const answer = await api(owner, 'POST', '/staff/filters', filterOf(at));
    expect(answer.status).toBe(200);
  }
  for (let at = 0; at < 100; at++) await publish(api, author, { description: `${SENTENCE} wörd0x${at}` });
  const reported = await publish(api, author, { description: SENTENCE });
  for (const by of reporters)
    await api(by, 'POST', '/post/reportPost', { post_id: reported, category: 'scam', words: SENTENCE });
}

let owner: Member;

/** Nothing reaches past the edge where the other checks do not look. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await untilStill(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${what} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

test('staff pages and their dialogs are accessible and fit every width', async ({ visit, join, api, product }) => {
  owner = await join(names);
  await becomeOwner(owner, api, product);
  const others = [];
  for (let at = 0; at < 4; at++) others.push(await join({ ...names, lastName: WORD.slice(0, 50) }));
  await fill(api, owner, others);
  const { page } = await visit({ signedIn: owner });
  // What opens beside a long list is checked without the list, which has been.
  const look = async (what: string, within?: string) => {
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, what, within);
    await expectNoOverflow(page, what);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  for (const path of pages) {
    await page.goto(path);
    await look(path);
  }
  await page.goto('/moderation');
  await page
    .getByRole('button', { name: /found automatically/ })
    .first()
    .press('Enter');
  await expect(page.getByText('Only its author sees it until you decide.')).toBeVisible();
  await look('a case of the automation', DETAIL);
  await page.getByRole('button', { name: 'Act on everything by this member' }).press('Enter');
  await expect(page.getByText(/^This hides 1 post and 0 comments, and closes 101 cases/)).toBeVisible();
  await look('the dialog for all of a member', 'dialog[open]');
  await page.goto('/moderation/members');
  await page
    .getByRole('button', { name: new RegExp(WORD.slice(0, 20)) })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { name: 'Perhaps the same people' })).toBeVisible();
  await look('a member', DETAIL);
  await page.goto('/moderation/filters');
  await page.getByRole('button', { name: 'Add a filter' }).press('Enter');
  await look('the form of a filter', 'main form');
});

test('texts on staff pages are ready for other languages at every width', async ({ visit, api }) => {
  // The name of the community stands in a field.
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
  await page.waitForLoadState('networkidle');
  await checkWidths(page, faults, 'a case', ['main']);
  await openPseudo(page, '/moderation/filters');
  await page.locator('main section > div > button').last().click();
  await page.locator('main textarea').waitFor();
  await checkWidths(page, faults, 'the form of a filter', ['main']);
  expect(faults).toEqual({});
});
