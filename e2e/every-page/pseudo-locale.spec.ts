/**
 * Checks pages in the pseudo-locale, whose letters all have accents and whose texts are a third longer. A text without
 * accents is in the code, where no translation reaches it, and a text that is cut off would be cut off in German, too.
 */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { sendMessage } from '../support/chat-page.ts';
import { type Api, expect, type Fixtures, type Member, publish, test } from '../support/fixtures.ts';
import { checkWidths, type Faults, names, openPseudo } from '../support/pseudo-locale.ts';

// A community of its own, because what members of other journeys write has no accents.
test.use({ settings: { LOG_LEVEL: 'warn' } });
// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

type PageParts = { path: string; parts: string[] };

/** Pages of posts and members, and the parts of them to check. */
const contentPages: PageParts[] = [
  { path: '/home?tab=latestPosts', parts: ['main', 'aside'] },
  { path: '/home?hashtag=%C3%B1%C3%B3b%C3%B3d%C3%BD', parts: ['main'] },
  { path: '/activities', parts: ['main'] },
  { path: '/bookmarks', parts: ['main'] },
  { path: '/scheduled', parts: ['main'] },
  { path: '/me/earnings', parts: ['main'] },
  { path: '/webinars', parts: ['main'] },
  { path: '/webinars?tab=past', parts: ['main'] },
  { path: '/jobs', parts: ['main'] },
  { path: '/jobs?q=%C3%B1%C3%B3b%C3%B3d%C3%BD', parts: ['main'] },
  { path: '/tags/%C3%B1%C3%B3b%C3%B3d%C3%BD', parts: ['main'] },
  { path: '/results', parts: ['main'] },
  { path: '/results?q=%C3%91%C3%BA%C3%B1ez&tab=posts', parts: ['main'] },
  { path: '/results?q=%C3%B1%C3%B3b%C3%B3d%C3%BD', parts: ['main'] },
  { path: '/Messages', parts: ['main'] },
  { path: '/Messages#new', parts: ['main'] },
  { path: '/Profile', parts: ['main'] },
  { path: '/Profile?tab=posts', parts: ['main'] },
];

/** The settings, the pages of relationships, and pages that are mostly text. */
const otherPages: PageParts[] = [
  { path: '/Settings?tab=account', parts: ['main'] },
  { path: '/Settings?tab=security', parts: ['main'] },
  { path: '/Settings?tab=privacy', parts: ['main'] },
  { path: '/Settings?tab=notifications', parts: ['main'] },
  { path: '/Settings?tab=payments', parts: ['main'] },
  { path: '/connections', parts: ['main'] },
  { path: '/connections?tab=followers', parts: ['main'] },
  { path: '/connections?tab=following', parts: ['main'] },
  { path: '/mynetwork/invitaions', parts: ['main'] },
  { path: '/Notification', parts: ['main'] },
  { path: '/Notification?kind=events', parts: ['main'] },
  { path: '/first-evening', parts: ['main'] },
  { path: '/first-evening?step=intro', parts: ['main'] },
  { path: '/first-evening?step=tags', parts: ['main'] },
  { path: '/first-evening?step=people', parts: ['main'] },
  { path: '/find', parts: ['main'] },
  { path: '/terms-condition', parts: ['main'] },
  { path: '/privacy-policy', parts: ['main'] },
  { path: '/nowhere', parts: ['main'] },
];

/** The pages that guests see. */
const guestPages = [
  '/',
  '/Login',
  '/Register',
  '/Forgot',
  '/information',
  '/ResetPassword',
  '/export',
  '/u/token',
  '/verify',
  '/webinars',
  '/jobs',
  '/tags/%C3%B1%C3%B3b%C3%B3d%C3%BD',
  '/p/01a1fe0b-1345-70de-9139-23416f5fc456',
];

/** Publishes a post of each type. */
async function fill(api: Api, member: Member): Promise<void> {
  await publish(api, member, { description: 'Twó bówls' });
  const job = {
    postType: 'job',
    title: 'Stúdio',
    opening: '2 evenïngs',
    salary: '€18 / hóur',
    description: 'Sáturday',
  };
  await publish(api, member, job);
  const startsAt = new Date(Date.now() + DAY_MS).toISOString();
  const webinar = { postType: 'webinar', title: 'Kílns', description: 'Óne hóur', link: 'https://meet.example.com/x' };
  await publish(api, member, { ...webinar, startsAt });
}

/** Creates a chat with messages of both members and an application, and a comment with a reply. */
async function talk(api: Api, me: Member, contact: Member): Promise<void> {
  const post = await publish(api, me, { description: 'Twó plátes' });
  const comment = { post_id: post, comment: 'Shé sáys' };
  const { body } = (await api(contact, 'POST', '/post/addEditComment', comment)) as { body: { _id: string } };
  const reply = { post_id: post, parent_id: body._id, comment: 'Hé sáys' };
  await api(me, 'POST', '/post/replyOnCommentCreateEdit', reply);
  await api(me, 'POST', '/post/likeUnlike', { post_id: post, status: true });
  await sendMessage(api, contact, me, 'Sée yóu');
  await api(me, 'POST', '/messages/create', { receiver_id: contact.id, content: 'Yés' });
  const job = await publish(api, me, {
    postType: 'job',
    title: 'Kíln',
    opening: 'Ońe',
    salary: '€20',
    description: 'Fríday',
  });
  await api(contact, 'POST', '/messages/create', { receiver_id: me.id, content: 'JOBAPPLIED', post_id: job });
}

/** Creates a connection, an invitation and a follow in each direction, with their notifications, and a goal. */
async function meet(api: Api, me: Member, [friend, guest]: [Member, Member]): Promise<void> {
  await api(friend, 'POST', '/connections/send-req', { to_user_id: me.id });
  await api(me, 'POST', '/connections/update-receive-req', { from_user_id: friend.id, status: 'accepted' });
  await api(guest, 'POST', '/connections/send-req', { to_user_id: me.id, note: 'Hé wrítes' });
  await api(guest, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: me.id });
  await api(me, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: guest.id });
  const goal = { title: 'Óne kíln', type: 'long', description: 'Ít bürns' };
  await api(me, 'POST', '/goal/create', goal);
}

/** Checks pages as a member with posts, relationships and a suggested person. */
const checkPages = async (pages: PageParts[], { visit, join, api }: Pick<Fixtures, 'visit' | 'join' | 'api'>) => {
  const me = await join(names);
  await fill(api, me);
  await meet(api, me, [await join({ ...names, firstName: 'Chloé' }), await join({ ...names, firstName: 'Zoë' })]);
  // Is suggested, with a reason.
  await join({ ...names, firstName: 'Éva' });
  const { page } = await visit({ signedIn: me });
  const faults: Faults = {};
  for (const { path, parts } of pages) {
    await openPseudo(page, path);
    await checkWidths(page, faults, path, parts);
  }
  expect(faults).toEqual({});
};

test('Texts of posts and profiles are ready for other languages at every width', ({ visit, join, api }) =>
  checkPages(contentPages, { visit, join, api }));

test('Texts of settings and lists are ready for other languages at every width', ({ visit, join, api }) =>
  checkPages(otherPages, { visit, join, api }));

test('Texts of chats and comments are ready for other languages at every width', async ({ visit, join, api }) => {
  const [me, contact] = [await join(names), await join({ ...names, firstName: 'Chloé' })];
  await talk(api, me, contact);
  const { page } = await visit({ signedIn: me });
  const faults: Faults = {};
  const check = async (name: string, part: string) => {
    await page.locator(part).first().waitFor();
    await checkWidths(page, faults, name, [part]);
  };
  await openPseudo(page, `/Messages#${contact.id}`);
  await page.locator('[data-seq]').nth(2).waitFor();
  await check('a chat', 'main');
  await page.locator('[data-mine] [data-seq] button').first().click();
  await check('the menu of a message', '[role="menu"]');
  await page.getByRole('menuitem').first().click();
  await check('the question before a message is deleted', 'dialog[open]');
  await openPseudo(page, '/activities');
  await page.locator('[data-comment] + * button, [data-comment] button').first().waitFor();
  await check('comments', '[data-comment]');
  await page.locator('article button[aria-haspopup="dialog"]:not([data-control])').first().click();
  await check('who likes a post', 'dialog[open]');
  await page.keyboard.press('Escape');
  await page.locator('article [data-control="rate"]').first().click();
  await check('the stars of a post', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.locator('[data-comment] [data-control="menu"]').first().click();
  await check('the menu of a comment', '[role="menu"]');
  expect(faults).toEqual({});
});

test('Texts of seats and join pages are ready for other languages at every width', async ({ visit, join, api }) => {
  const [host, seated, me] = [await join(names), await join({ ...names, firstName: 'Chloé' }), await join(names)];
  const webinar = { postType: 'webinar', title: 'Kílns', description: 'Óne hóur', link: 'https://meet.example.com/x' };
  const startsAt = new Date(Date.now() + DAY_MS).toISOString();
  const id = await publish(api, host, { ...webinar, price: 0, capacity: 1, startsAt });
  await api(seated, 'POST', `/webinars/${id}/seat`);
  await api(me, 'POST', `/webinars/${id}/waiting`);
  const faults: Faults = {};
  const { page: hostPage } = await visit({ signedIn: host });
  for (const path of [`/webinars/${id}/manage`, `/w/${id}/join`]) {
    await openPseudo(hostPage, path);
    await checkWidths(hostPage, faults, `${path.split('/').at(-1)} of the host`, ['main']);
  }
  await openPseudo(hostPage, `/webinars/${id}/manage`);
  await hostPage.getByRole('tab').last().click();
  await checkWidths(hostPage, faults, 'the waiting list', ['main']);
  for (const [name, at] of [
    ['another time', 0],
    ['the question before it is cancelled', 1],
  ] as const) {
    await hostPage.locator('main button[aria-haspopup="dialog"]').nth(at).click();
    await hostPage.locator('dialog[open]').waitFor();
    await checkWidths(hostPage, faults, name, ['dialog[open]']);
    await hostPage.keyboard.press('Escape');
    await expect(hostPage.locator('dialog[open]')).toHaveCount(0);
  }
  const { page } = await visit({ signedIn: me });
  for (const path of ['/me/seats', `/w/${id}/join`]) {
    await openPseudo(page, path);
    await checkWidths(page, faults, path.replace(id, ''), ['main']);
  }
  expect(faults).toEqual({});
});

test('Texts of dialogs are ready for other languages at every width', async ({ visit, join, api }) => {
  const me = await join(names);
  await fill(api, me);
  const { page } = await visit({ signedIn: me });
  await openPseudo(page, '/home?tab=latestPosts');
  const faults: Faults = {};
  const check = async (name: string, part: string) => {
    await page.locator(part).first().waitFor();
    await checkWidths(page, faults, name, [part]);
  };
  await page
    .locator('main button')
    .filter({ hasText: /Ŵĥáť áŕé ýóú/ })
    .click();
  for (const type of ['general', 'job', 'webinar']) {
    await page.locator(`dialog[open] input[value="${type}"]`).check();
    await check(`the composer of a ${type} post`, 'dialog[open]');
  }
  await page.locator('dialog[open] button[type="submit"]').last().click();
  await expect(page.locator('dialog[open] [aria-invalid="true"]').first()).toBeVisible();
  await check('what is wrong with a webinar', 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.locator('article header button').first().click();
  await check('the menu of a post', '[role="menu"]');
  await page.getByRole('menuitem').last().click();
  await check('the question before a post is deleted', 'dialog[open]');
  expect(faults).toEqual({});
});

test('Texts of pages for guests are ready for other languages at every width', async ({ visit, join, api }) => {
  const author = await join(names);
  await fill(api, author);
  const post = await publish(api, author, { description: 'Fóur bówls' });
  const { page } = await visit();
  const faults: Faults = {};
  for (const path of [...guestPages, `/results/view-profile/${author.id}`, `/@${author.username}`, `/p/${post}`]) {
    await openPseudo(page, path);
    await checkWidths(page, faults, path, ['main']);
  }
  expect(faults).toEqual({});
});
