/** Members' texts may be in any script and contain words of any length: they keep their direction and position. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Page } from '@playwright/test';
import { expectNoViolations, untilStill } from '../support/axe.ts';
import { sendMessage } from '../support/chat-page.ts';
import { type Api, expect, type Member, publish, test } from '../support/fixtures.ts';
import { findMemberTextFaults } from '../support/member-text-faults.ts';
import { openPage } from '../support/open-page.ts';

// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

const WORD = 'Abendbrotzeitverschiebung'.repeat(4);
const COMMUNITY = {
  APP_NAME: `مجتمع${WORD}`.slice(0, 60),
  SUPPORT_EMAIL: `${WORD.slice(0, 60)}@${WORD.slice(0, 60)}.example`,
};
// These tests make more calls from one address than any person does.
test.use({ settings: { RATE_LIMIT_FACTOR: '0', ...COMMUNITY } });
const SENTENCE = `أكتب كل مساء ${WORD}.`;
const TAG = `مساء${WORD}`.slice(0, 50);
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();
const cut = (max: number): string => `أكتب ${WORD}`.slice(0, max);
const FIRST = `نورالدين${WORD}`.slice(0, 50);
const names = { firstName: FIRST, lastName: WORD.slice(0, 50), profession: cut(80) };

/** Fills in every text of a member's profile. */
async function fillProfile(api: Api, member: Member): Promise<void> {
  const period = { startDate: '2020-01-01', endDate: '2021-01-01' };
  const calls: [method: string, path: string, body: object][] = [
    ['PUT', '/updateProfile', { intro_details: SENTENCE }],
    ['POST', '/bio/addAndEdit', { bio: SENTENCE }],
    ['POST', '/goal/create', { title: cut(100), type: 'long', description: SENTENCE }],
    ['POST', '/skill/create', { title: cut(80) }],
    [
      'POST',
      '/education/create',
      { title: cut(100), school: cut(100), grade: cut(50), description: SENTENCE, ...period },
    ],
    [
      'POST',
      '/experience/create',
      { title: cut(100), company_name: cut(100), location: cut(100), description: SENTENCE, ...period },
    ],
  ];
  for (const [method, path, body] of calls) {
    const response = await api(member, method, path, body);
    expect([path, response.status]).toEqual([path, 200]);
  }
}

/** Publishes posts of every type, one with a like and a comment by the contact and a reply. Returns its id. */
async function fillPosts(api: Api, author: Member, contact: Member): Promise<string> {
  const fields = { title: cut(150), description: SENTENCE };
  await publish(api, author, { ...fields, postType: 'job', opening: cut(100), salary: cut(100) });
  await publish(api, author, {
    ...fields,
    postType: 'webinar',
    link: 'https://meet.example.com/x',
    startsAt: TOMORROW,
  });
  const post = await publish(api, author, { description: SENTENCE, hashtags: [TAG] });
  const comment = { post_id: post, comment: SENTENCE };
  const { body } = (await api(contact, 'POST', '/post/addEditComment', comment)) as { body: { _id: string } };
  await api(author, 'POST', '/post/replyOnCommentCreateEdit', { ...comment, parent_id: body._id });
  await api(contact, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  return post;
}

/**
 * Publishes a webinar of each of two members, in which the other one has a seat. A third member waits for a seat in the
 * first webinar, whose id is returned.
 */
async function fillWebinars(api: Api, me: Member, [contact, waiting]: [Member, Member]): Promise<string> {
  const fields = { postType: 'webinar', title: cut(150), description: SENTENCE, link: 'https://meet.example.com/x' };
  const terms = { price: 0, capacity: 1, startsAt: TOMORROW };
  const [mine, theirs] = [
    await publish(api, me, { ...fields, ...terms }),
    await publish(api, contact, { ...fields, ...terms }),
  ];
  for (const [member, path] of [
    [contact, `/webinars/${mine}/seat`],
    [waiting, `/webinars/${mine}/waiting`],
    [me, `/webinars/${theirs}/seat`],
  ] as const)
    expect([path, (await api(member, 'POST', path)).status]).toEqual([path, 200]);
  return mine;
}

async function prepare(api: Api, join: (fields: Record<string, string>) => Promise<Member>) {
  const [me, contact, stranger] = [await join(names), await join(names), await join(names)];
  for (const member of [me, contact]) await fillProfile(api, member);
  const post = await fillPosts(api, contact, me);
  await fillPosts(api, me, contact);
  await api(me, 'POST', '/connections/send-req', { to_user_id: contact.id, note: SENTENCE });
  await api(contact, 'POST', '/connections/send-req', { to_user_id: me.id });
  await api(stranger, 'POST', '/connections/send-req', { to_user_id: me.id, note: SENTENCE });
  for (const [from, to] of [
    [contact, me],
    [me, contact],
  ] as const)
    await api(from, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: to.id });
  await sendMessage(api, contact, me, SENTENCE);
  await api(me, 'POST', '/bookmark/create', { post_id: post });
  const webinar = await fillWebinars(api, me, [contact, stranger]);
  return { me, contact, post, webinar };
}

const articles = (page: Page) => page.getByRole('article').filter({ hasText: FIRST }).first();

test('Members’ texts keep their direction and alignment on every page at every width', async ({ visit, join, api }) => {
  const { me, contact, post, webinar } = await prepare(api, join);
  const { page } = await visit({ signedIn: me });
  const faults: Record<string, string[]> = {};
  const check = async (name: string) => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await untilStill(page);
      const pageFaults = await findMemberTextFaults(page);
      if (pageFaults.length > 0) faults[`${name} at ${width} px`] = pageFaults;
    }
  };
  const arrivals: Record<string, () => Promise<void>> = {
    '/home?tab=latestPosts': () => articles(page).waitFor(),
    [`/activities#${post}`]: () => articles(page).waitFor(),
    '/bookmarks': () => articles(page).waitFor(),
    '/Profile': () => page.getByText(SENTENCE).first().waitFor(),
    [`/results/view-profile/${contact.id}`]: () => page.getByText(SENTENCE).first().waitFor(),
    [`/results?q=${encodeURIComponent(FIRST)}`]: () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    [`/p/${post}`]: () => articles(page).waitFor(),
    [`/@${contact.username}`]: () => page.getByText(SENTENCE).first().waitFor(),
    [`/tags/${TAG}`]: () => articles(page).waitFor(),
    '/webinars': () => articles(page).waitFor(),
    '/jobs': () => articles(page).waitFor(),
    '/me/seats': () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    [`/w/${webinar}/join`]: () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    [`/webinars/${webinar}/manage`]: () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    '/mynetwork': () => articles(page).waitFor(),
    '/mynetwork/invitaions': () => page.getByText(SENTENCE).first().waitFor(),
    '/connections': () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    '/connections?tab=followers': () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    '/find': () => page.getByRole('heading', { level: 1 }).waitFor(),
    '/Notification': () => page.getByRole('main').getByText(FIRST).first().waitFor(),
    '/Messages': () => page.getByRole('region', { name: 'Chats' }).getByText(FIRST).first().waitFor(),
    '/first-evening': () => page.getByRole('heading', { name: FIRST }).waitFor(),
    '/first-evening?step=tags': () => page.getByRole('button', { name: TAG }).waitFor(),
    '/Settings': () => page.getByRole('main').getByText(FIRST).first().waitFor(),
  };
  for (const [path, arrived] of Object.entries(arrivals)) {
    await openPage(page, path);
    await arrived();
    await check(path);
  }

  await openPage(page, `/webinars/${webinar}/manage`);
  await page.getByRole('tab', { name: /Waiting list/ }).click();
  await page.getByText(/^Number 1, waiting since/).waitFor();
  await check('a waiting list');

  await openPage(page, '/Messages');
  await page.getByRole('region', { name: 'Chats' }).getByText(FIRST).first().click();
  await page.getByRole('textbox', { name: /Message to/ }).fill(SENTENCE);
  await page
    .getByRole('region', { name: /Messages with/ })
    .getByText(SENTENCE)
    .waitFor();
  await check('a chat');

  await openPage(page, '/home?tab=latestPosts');
  await page.getByRole('button', { name: /Your account/ }).click();
  await check('the menu of the account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 like' }).first().click();
  await page.getByRole('dialog').getByText(FIRST).waitFor();
  await check('who likes a post');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'What are you working on after hours?' }).click();
  await page.getByRole('radio', { name: 'Job' }).check();
  for (const label of ['Title', 'Openings', 'Place', 'Description'])
    await page.getByRole('dialog').getByLabel(label).fill(SENTENCE);
  await check('the composer of posts');

  await openPage(page, '/Profile');
  const entries = page.getByRole('button', { name: /^Edit أكتب/ });
  await expect(entries).toHaveCount(4);
  for (const button of [page.getByRole('button', { name: 'Edit intro' }), ...(await entries.all())]) {
    await button.click();
    await page.getByRole('dialog').waitFor();
    await check('a dialog of the profile');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(faults).toEqual({});
});

test('Members’ texts keep their direction and alignment for guests, with and without scripts', async ({
  browser,
  product,
  visit,
  join,
  api,
}) => {
  const { contact, post } = await prepare(api, join);
  const pages = [`/p/${post}`, `/@${contact.username}`, `/tags/${TAG}`, '/webinars', '/jobs', `/embed/p/${post}`];
  const { page } = await visit();
  const plain = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false });
  const faults: Record<string, string[]> = {};
  for (const [name, window] of Object.entries({ scripts: page, 'no scripts': await plain.newPage() }))
    for (const path of pages) {
      await window.goto(path);
      await window.getByText(/أكتب/).first().waitFor();
      for (const width of [320, 1440]) {
        await window.setViewportSize({ width, height: 900 });
        const pageFaults = await findMemberTextFaults(window);
        if (pageFaults.length > 0) faults[`${path} at ${width} px, ${name}`] = pageFaults;
      }
    }
  await plain.close();
  expect(faults).toEqual({});

  const touch = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const touched = await touch.newPage();
  await openPage(touched, '/jobs');
  await articles(touched).waitFor();
  await expectNoViolations(touched, 'jobs on a touch screen', { rules: ['target-size'], within: 'main' });
  await touch.close();
});

test('A community’s name and address keep their place and direction, with and without scripts', async ({
  browser,
  product,
  visit,
  join,
  api,
}) => {
  const me = await join();
  const post = await publish(api, me, { description: 'Hello' });
  const plain = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false });
  const windows = {
    'a guest': await visit(),
    'a member': await visit({ signedIn: me }),
    'no scripts': { page: await plain.newPage() },
  };
  const faults: Record<string, string[]> = {};
  const check = async (page: Page, path: string, who: string) => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const pageFaults = await findMemberTextFaults(page);
      if (pageFaults.length > 0) faults[`${path} at ${width} px, ${who}`] = pageFaults;
    }
  };
  for (const [who, { page }] of Object.entries(windows))
    for (const path of ['/', '/Register', '/home', '/terms-condition', '/privacy-policy', `/p/${post}`, '/nowhere'])
      await check(page, path, who);
  await plain.close();

  const waiting = await join();
  await product.query('UPDATE users SET waiting = TRUE WHERE id = $1', [waiting.id]);
  await product.query("INSERT INTO join_requests (user_id, answer, ready_at) VALUES ($1, 'Hello', now())", [
    waiting.id,
  ]);
  const { page } = await visit({ signedIn: waiting });
  await check(page, '/waiting', 'somebody who asked to join');
  await expect(page.getByRole('heading', { name: 'Your request is waiting' })).toBeVisible();
  expect(faults).toEqual({});
});

test('A hashtag keeps its own direction within a right-to-left text', async ({ visit, join, api }) => {
  const me = await join();
  await publish(api, me, { description: 'مساء الخير #after_hours' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home?tab=latestPosts');
  const hashtag = page.getByRole('article').first().getByRole('link', { name: '#after_hours' });
  const [sign, word] = await hashtag.evaluate((link) => {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) throw new Error('the link has no text');
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(1)] as const;
  });
  expect(sign).toBeLessThan(word);
});
