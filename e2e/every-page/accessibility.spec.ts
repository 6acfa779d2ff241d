import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { type Api, expect, type Member, test } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

const guestPages = [
  '/',
  '/Login',
  '/Register',
  '/Forgot',
  '/ResetPassword?token=x',
  '/information',
  '/results',
  '/results?q=Haddad',
  '/no-result-found',
  '/webinars',
  '/webinars?tab=past',
  '/jobs',
  '/jobs?q=qqqqqq',
  '/tags/nobodywrotethis',
  '/terms-condition',
  '/privacy-policy',
  '/nowhere',
];
const feedAndNetwork = [
  '/home',
  '/Notification',
  '/Notification?kind=events',
  '/first-evening',
  '/first-evening?step=intro',
  '/first-evening?step=tags',
  '/first-evening?step=people',
  '/activities',
  '/verify',
  '/mynetwork',
  '/mynetwork/invitaions',
  '/mynetwork/invitaions?tab=sent',
];
const chatsAndSettings = [
  '/Messages',
  '/Profile',
  '/Settings',
  '/Settings?tab=security',
  '/Settings?tab=privacy',
  '/Settings?tab=notifications',
  // Members see these staff pages without their content; `staff-pages.spec.ts` checks them for owners.
  '/moderation',
  '/owner',
];
const searchAndPeople = [
  '/results?q=Haddad',
  '/results?q=qqqqqq',
  '/bookmarks',
  '/scheduled',
  '/me/seats',
  '/me/earnings',
  '/webinars',
  '/jobs',
  '/find',
  '/connections',
  '/connections?tab=followers',
];

type Join = (fields?: Record<string, string>) => Promise<Member>;

/** Creates a member whose pages are full, and a contact whose profile the member can open. */
async function fillPages(join: Join, api: Api): Promise<{ member: Member; contact: Member }> {
  const member = await join({ lastName: 'von Hohenstein-Wolfeschlegelstein' });
  const contact = await join();
  const posts: Record<string, string>[] = [
    {
      postType: 'general',
      description: `A long evening. ${'And one more line of it. '.repeat(12)} https://example.com #glaze`,
    },
    { postType: 'job', title: 'Studio assistant', opening: '2', salary: '€18 / h', description: 'Saturdays' },
    {
      postType: 'webinar',
      title: 'Pricing',
      link: 'https://example.com/live',
      startsAt: '2030-01-01T19:00:00Z',
      description: 'An hour',
    },
  ];
  for (const post of posts) {
    const { body } = (await api(member, 'POST', '/post/create', post)) as { body: { _id: string } };
    await api(contact, 'POST', '/post/likeUnlike', { post_id: body._id, status: true });
    await api(contact, 'POST', '/post/addEditComment', { post_id: body._id, comment: 'Well said' });
    await api(member, 'POST', '/bookmark/create', { post_id: body._id });
  }
  // The member follows and is followed, and others of the same profession can be suggested.
  const third = await join();
  await join({ lastName: 'Featherstonehaugh-Wolfeschlegelsteinhausen', profession: 'Illustrator of long titles' });
  await api(contact, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: member.id });
  await api(member, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: third.id });
  // One has invited the member, one is invited by the member, and one is connected with them.
  const fourth = await join();
  const request = { to_user_id: member.id, note: 'We met at the market, and I would like to hear how it went on.' };
  for (const sender of [third, fourth]) await api(sender, 'POST', '/connections/send-req', request);
  const accepted = { from_user_id: fourth.id, status: 'accepted' };
  await api(member, 'POST', '/connections/update-receive-req', accepted);
  await api(member, 'POST', '/connections/send-req', { to_user_id: contact.id });
  return { member, contact };
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openPage(page, path);
    await expectAccessible(page, path);
  }
}

test.describe.configure({ mode: 'parallel' });

test('pages for everyone are accessible', async ({ visit }) => {
  const { page } = await visit();
  await walk(page, guestPages);
});

test('pages for members are accessible: feed, notifications, network and a profile', async ({ visit, join, api }) => {
  const { member, contact } = await fillPages(join, api);
  const { page } = await visit({ signedIn: member });
  await walk(page, [...feedAndNetwork, `/results/view-profile/${contact.id}`]);
});

test('pages for members are accessible: chats, one’s own profile and settings', async ({ visit, join, api }) => {
  const { member } = await fillPages(join, api);
  const { page } = await visit({ signedIn: member });
  await walk(page, chatsAndSettings);
});

test('pages for members are accessible: search, bookmarks and people', async ({ visit, join, api }) => {
  const { member } = await fillPages(join, api);
  const { page } = await visit({ signedIn: member });
  await walk(page, searchAndPeople);
});

test('with reduced motion, a change of the colour scheme applies to all text at once', async ({ visit }) => {
  const { page } = await visit();
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/Login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const coloursOf = () =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--ink)';
      const heading = document.querySelector('h1') ?? document.body;
      return [getComputedStyle(heading).color, getComputedStyle(probe).color];
    });
  const [, light] = await coloursOf();
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  const [text, ink] = await coloursOf();
  expect(ink).not.toBe(light);
  expect(text).toBe(ink);
});
