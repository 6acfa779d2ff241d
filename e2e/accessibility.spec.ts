import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const signedOut = [
  '/',
  '/Login',
  '/Register',
  '/Forgot',
  '/ResetPassword?token=x',
  '/information',
  '/results',
  '/results?q=Haddad',
  '/no-result-found',
  '/terms-condition',
  '/privacy-policy',
  '/nowhere',
];
const signedIn = [
  '/home',
  '/Notification',
  '/activities',
  '/verify',
  '/mynetwork',
  '/mynetwork/invitaions',
  '/Messages',
  '/Profile',
  '/Settings',
  '/Settings?tab=security',
  '/Settings?tab=privacy',
  '/Settings?tab=notifications',
  '/results?q=Haddad',
  '/results?q=qqqqqq',
  '/bookmarks',
  '/find',
  '/connections',
];

const tabs = ['/connections?tab=followers', '/mynetwork/invitaions?tab=sent'];

const looks = [
  { width: 1440, height: 900, dark: false },
  { width: 768, height: 1024, dark: true },
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
];

async function expectNoViolations(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found, what).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const look of looks) {
  const name = `${look.width} px, ${look.dark ? 'dark' : 'light'}`;

  test(`pages for everyone are accessible at ${name}`, async ({ visit }) => {
    test.setTimeout(90_000);
    const { page } = await visit(look);
    for (const path of signedOut) {
      await page.goto(path);
      await expectNoViolations(page, path);
    }
  });

  test(`pages for members are accessible at ${name}`, async ({ visit, join, api }) => {
    test.setTimeout(90_000);
    const member = await join({ lastName: 'von Hohenstein-Wolfeschlegelstein' });
    const other = await join();
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
      await api(other, 'POST', '/post/likeUnlike', { post_id: body._id, status: true });
      await api(other, 'POST', '/post/addEditComment', { post_id: body._id, comment: 'Well said' });
      await api(member, 'POST', '/bookmark/create', { post_id: body._id });
    }
    // Somebody follows, somebody is followed, and others of the same profession can be suggested.
    const third = await join();
    await join({ lastName: 'Featherstonehaugh-Wolfeschlegelsteinhausen', profession: 'Illustrator of long titles' });
    await api(other, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: member.id });
    await api(member, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: third.id });
    // One asks to connect, one is asked, one is connected.
    const fourth = await join();
    const request = { to_user_id: member.id, note: 'We met at the market, and I would like to hear how it went on.' };
    for (const asking of [third, fourth]) await api(asking, 'POST', '/connections/send-req', request);
    const accepted = { from_user_id: fourth.id, status: 'accepted' };
    await api(member, 'POST', '/connections/update-receive-req', accepted);
    await api(member, 'POST', '/connections/send-req', { to_user_id: other.id });
    const { page } = await visit({ ...look, signedIn: member });
    for (const path of [...signedIn, ...tabs, `/results/view-profile/${other.id}`]) {
      await page.goto(path);
      await expectNoViolations(page, path);
    }
  });
}
