import { expectNoViolations } from '../support/axe.ts';
import { expect, type Member, test, uniqueText } from '../support/fixtures.ts';
import { openPage } from '../support/open-page.ts';

const follow = (id: string) => ({ action: 'follow', follow_user_id: id });

test('a follow from the panel shows everywhere, and the other member is notified live', async ({
  visit,
  join,
  api,
}) => {
  const profession = 'Bell founder';
  const me = await join({ firstName: 'Ada', lastName: 'Novak', profession });
  const benat = await join({ firstName: 'Benat', lastName: 'Sorolla', profession });
  await api(benat, 'POST', '/post/create', { postType: 'general', description: 'The mould held.' });
  const { page } = await visit({ signedIn: me });
  const { page: theirs } = await visit({ signedIn: benat });
  await theirs.goto('/home');
  await expect(theirs.getByText("You don't have any follower yet")).toBeVisible();

  await page.goto('/home');
  const people = page.getByRole('region', { name: 'People you may know:' });
  await expect(people.getByRole('link', { name: /Benat.*Bell founder/ })).toBeVisible();
  await people.getByRole('button', { name: 'Follow Benat Sorolla' }).click();
  await expect(page.getByText('Now following Benat Sorolla.')).toBeVisible();
  await expect(people.getByRole('link', { name: /Benat/ })).toBeHidden();

  await expect(theirs.getByText('Ada Novak has Followed you')).toBeVisible({ timeout: 2_000 });
  const followers = theirs.getByRole('region', { name: 'Followers and following' });
  await expect(followers.getByRole('link', { name: /Ada Novak.*Bell founder/ })).toBeVisible();

  const panel = page.getByRole('region', { name: 'Followers and following' });
  await panel.getByRole('tab', { name: 'Following' }).click();
  await panel.getByRole('link', { name: /Benat Sorolla/ }).click();
  await page.waitForURL(`**/results/view-profile/${benat.id}`);
  const followersCount = page.getByRole('region', { name: 'Profile Stats' }).getByRole('definition').first();
  await expect(followersCount).toHaveText('1');
  await page.getByRole('button', { name: 'Following Benat Sorolla: unfollow' }).click();
  await expect(followersCount).toHaveText('0');
  await expect(page.getByRole('main').getByRole('button', { name: 'Follow Benat Sorolla' })).toBeVisible();
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(people.getByRole('button', { name: 'Follow Benat Sorolla' })).toBeVisible();
});

test('a refused follow is rolled back and reported', async ({ visit, join }) => {
  const profession = 'Lens grinder';
  const me = await join({ profession });
  const carla = await join({ firstName: 'Carla', lastName: 'Brandt', profession });
  const { page } = await visit({ signedIn: me });
  await page.route('**/api/follow/followUnfollowUser', (route) =>
    route.fulfill({ status: 429, json: { status: 429, success: false, message: 'Too many follows for now.' } }),
  );
  await page.goto('/home');
  const button = page.getByRole('button', { name: `Follow ${carla.firstName} ${carla.lastName}` });
  await button.click();
  await expect(page.getByText('Too many follows for now.')).toBeVisible();
  await expect(button).toBeVisible();
});

test('following with an expired session leads to /Login', async ({ visit, join, api }) => {
  const profession = 'Sail maker';
  const me = await join({ profession });
  const dora = await join({ firstName: 'Dora', lastName: 'Vance', profession });
  const { page } = await visit({ signedIn: me });
  await page.goto('/find');
  const button = page.getByRole('button', { name: `Follow ${dora.firstName} ${dora.lastName}` });
  await expect(button).toBeVisible();
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.route('**/api/follow/followUnfollowUser', async (route) => {
    await api(me, 'POST', '/logout');
    await route.continue();
  });
  await button.click();
  await page.waitForURL('**/Login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a dismissed suggestion stays away after a reload', async ({ visit, join }) => {
  const profession = 'Clock restorer';
  const me = await join({ profession });
  await join({ firstName: 'Emil', lastName: 'Kranz', profession });
  await join({ firstName: 'Fay', lastName: 'Moreau', profession });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  const people = page.getByRole('region', { name: 'People you may know:' });
  await people.getByRole('button', { name: 'Do not suggest Emil Kranz again' }).click();
  await expect(page.getByText('You will not be shown this person again.')).toBeVisible();
  await page.reload();
  await expect(people.getByRole('link', { name: /Fay/ })).toBeVisible();
  await expect(people.getByRole('link', { name: /Emil/ })).toBeHidden();
});

test('/find links to the pages of colleagues, and follows by keyboard', async ({ visit, join }) => {
  const me = await join({ country: 'Iceland', profession: 'Falconer' });
  const gunnar = await join({ firstName: 'Gunnar', lastName: 'Olsen', country: 'Iceland', profession: 'Beekeeper' });
  const { page } = await visit({ signedIn: me, width: 390, height: 844 });
  await page.goto('/mynetwork');
  await page.getByRole('navigation', { name: 'My Network' }).getByRole('link', { name: 'Find Colleagues' }).click();
  await expect(page.getByRole('heading', { name: 'Find Colleagues' })).toBeVisible();
  const name = page.getByRole('heading', { name: 'Gunnar Olsen' }).getByRole('link');
  expect((await name.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.getByRole('button', { name: 'Follow Gunnar Olsen' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Following Gunnar Olsen: unfollow' })).toBeFocused();
  await page.getByRole('link', { name: 'Visit page of Gunnar' }).click();
  await page.waitForURL(`**/results/view-profile/${gunnar.id}`);
  await expect(page.getByRole('button', { name: /Following .*: unfollow/ })).toBeVisible();
});

test('/find searches by name and filters, which are kept in the URL', async ({ visit, join, api }) => {
  const me = await join({ country: 'Iceland', profession: 'Falconer' });
  const friend = await join({ firstName: 'Freya', lastName: 'Holm', country: 'Norway' });
  const kilnsmith = { profession: 'Kilnsmith', country: 'Norway' };
  const match = await join({ ...kilnsmith, firstName: 'Agnethe', lastName: 'Ødegård' });
  await join({ ...kilnsmith, firstName: 'Birger', lastName: 'Ødegård', country: 'Sweden' });
  await api(me, 'POST', '/follow/followUnfollowUser', follow(friend.id));
  await api(friend, 'POST', '/follow/followUnfollowUser', follow(match.id));
  const { page } = await visit({ signedIn: me });
  await page.goto('/find');
  const filters = page.getByRole('search', { name: 'Find people' });
  const people = page.getByRole('main').getByRole('listitem');
  await filters.getByRole('searchbox', { name: 'Profession' }).fill('kilnsm');
  await expect(people).toHaveCount(2);
  await filters.getByLabel('Country').selectOption('Norway');
  await expect(people).toHaveCount(1);
  await expect(people).toContainText('Followed by Freya');
  await expect(page).toHaveURL(/\/find\?trade=kilnsm&country=Norway$/);
  await expectNoViolations(page, '/find with filters');

  await page.reload();
  await expect(filters.getByRole('searchbox', { name: 'Profession' })).toHaveValue('kilnsm');
  await people.getByRole('button', { name: 'Connect with Agnethe Ødegård' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Send/ }).click();
  await expect(people.getByRole('button', { name: 'Pending: invitation to Agnethe Ødegård' })).toBeVisible();
  await people.getByRole('link', { name: 'Agnethe Ødegård', exact: true }).click();
  await page.waitForURL(`**/results/view-profile/${match.id}`);
  await page.goBack();
  await expect(people).toHaveCount(1);

  await filters.getByRole('searchbox', { name: 'Search by name' }).fill('odega birg');
  await expect(page.getByText('No one matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/find$/);
  await openPage(page, '/find?country=Atlantis');
  await expect(page.getByText('Please choose a country from the list.')).toBeVisible();
});

test('/connections shows counts, searches and unfollows; View All leads to its tabs', async ({ visit, join, api }) => {
  const me = await join();
  const names = ['Hanne', 'Igor', 'Jana'];
  const followings: Member[] = [];
  for (const firstName of names) followings.push(await join({ firstName, lastName: 'Quist' }));
  for (const member of followings) await api(me, 'POST', '/follow/followUnfollowUser', follow(member.id));
  await api(followings[0]!, 'POST', '/follow/followUnfollowUser', follow(me.id));
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  const panel = page.getByRole('region', { name: 'Followers and following' });
  await panel.getByRole('link', { name: 'View All' }).click();
  await expect(page.getByRole('tab', { name: 'Followers · 1', selected: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Following · 3' }).click();
  const list = page.getByRole('main');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('igor');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Following Igor Quist: unfollow' }).click();
  await expect(page.getByText('You no longer follow Igor Quist.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Following · 2' })).toBeVisible();
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(2);
});

test('My Network shows posts only from members I follow', async ({ visit, join, api }) => {
  const strangerText = uniqueText('From a stranger');
  const followedText = uniqueText('From somebody I follow');
  const me = await join();
  const followed = await join();
  const stranger = await join();
  await api(me, 'POST', '/follow/followUnfollowUser', follow(followed.id));
  await api(followed, 'POST', '/post/create', { postType: 'general', description: followedText });
  await api(stranger, 'POST', '/post/create', { postType: 'general', description: strangerText });
  const { page } = await visit({ signedIn: me });
  await page.goto('/mynetwork');
  const posts = page.getByRole('main').getByRole('article');
  await expect(posts.filter({ hasText: followedText })).toBeVisible();
  await expect(posts.filter({ hasText: strangerText })).toHaveCount(0);
});

test('bookmarks are newest first; a removed one disappears, and returns on undo', async ({ visit, join, api }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me });
  await page.goto('/bookmarks');
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  const ids: string[] = [];
  for (const description of ['Written first', 'Written second']) {
    const { body } = (await api(me, 'POST', '/post/create', { postType: 'general', description })) as {
      body: { _id: string };
    };
    ids.unshift(body._id);
  }
  for (const id of ids) await api(me, 'POST', '/bookmark/create', { post_id: id });
  await page.reload();
  const posts = page.getByRole('main').getByRole('article');
  await expect(posts).toHaveCount(2);
  await expect(posts.first()).toContainText('Written first');
  await posts.first().getByRole('button', { name: 'Bookmark' }).click();
  await expect(posts).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(posts.first()).toContainText('Written first');
  await page.reload();
  await expect(posts).toHaveCount(2);
});

test('a popular post opens, and so does a post on a profile', async ({ visit, join, api }) => {
  const description = uniqueText('Popular beyond all measure');
  const me = await join({ firstName: 'Kira', lastName: 'Lund' });
  const { body: post } = (await api(me, 'POST', '/post/create', { postType: 'general', description })) as {
    body: { _id: string };
  };
  for (const reader of [await join(), await join(), await join()])
    await api(reader, 'POST', '/post/likeUnlike', { post_id: post._id, status: true });
  const { page } = await visit({ signedIn: me });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Popular Posts' })).toBeVisible();
  await page
    .getByRole('complementary', { name: 'More to see' })
    .getByRole('link', { name: /^Popular beyond… ?Kira$/ })
    .and(page.locator(`[href="/activities#${post._id}"]`))
    .click();
  await page.waitForURL(`**/activities#${post._id}`);
  await expect(page.getByRole('article').filter({ hasText: description })).toBeVisible();

  await page.goto('/Profile');
  await page.getByRole('link', { name: /Kira Lund Posted this - / }).click();
  await page.waitForURL(`**/activities#${post._id}`);
});
