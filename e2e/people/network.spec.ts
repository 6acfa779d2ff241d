import { type Api, expect, type Member, publish, test } from '../support/fixtures.ts';

const nameOf = ({ firstName, lastName }: Member): string => `${firstName} ${lastName}`;
const invite = (api: Api, from: Member, to: Member, note?: string) =>
  api(from, 'POST', '/connections/send-req', { to_user_id: to.id, note: note ?? null });

test('an invitation with a note is seen and accepted live; both are connected everywhere', async ({ visit, join }) => {
  const me = await join({ firstName: 'Lena', lastName: 'Falk' });
  const omar = await join({ firstName: 'Omar', lastName: 'Said' });
  const { page } = await visit({ signedIn: me });
  const { page: theirs } = await visit({ signedIn: omar });
  await theirs.goto('/mynetwork');
  const panel = theirs.getByRole('region', { name: /^Invitations/ });
  await expect(panel.getByText('No connection found')).toBeVisible();

  await page.goto(`/results/view-profile/${omar.id}`);
  await page.getByRole('button', { name: 'Connect with Omar Said' }).click();
  await page.getByLabel('Add a note').fill('We met at the market');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: 'Pending: invitation to Omar Said' })).toBeFocused();

  await expect(panel.getByText('We met at the market')).toBeVisible();
  const places = theirs.getByRole('navigation', { name: 'Main' });
  await expect(places.getByRole('link', { name: 'My Network 1 pending' })).toBeVisible();
  await panel.getByRole('link', { name: 'see all invitations' }).click();
  await theirs.waitForURL('**/mynetwork/invitaions');
  await expect(theirs.getByRole('heading', { name: 'Manage Invitations' })).toBeVisible();
  await expect(theirs.getByRole('tab', { name: 'Recieved (1)', selected: true })).toBeVisible();
  await theirs.getByRole('button', { name: 'Accept the invitation from Lena Falk' }).click();
  await expect(theirs.getByText('You and Lena Falk are now connected.')).toBeVisible();
  await expect(theirs.getByText('No connection found')).toBeVisible();
  await expect(places.getByRole('link', { name: 'My Network', exact: true })).toBeVisible();

  await expect(page.getByRole('button', { name: 'Connected with Omar Said' })).toBeVisible();
  await expect(page.getByText('Omar Said accepted your invitation')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Network' }).getByText('1 connection')).toBeVisible();
  for (const [window, connection] of [
    [page, omar],
    [theirs, me],
  ] as const) {
    await window.goto('/connections');
    await expect(window.getByRole('tab', { name: 'Connections · 1', selected: true })).toBeVisible();
    await expect(
      window
        .getByRole('main')
        .getByRole('link', { name: new RegExp(nameOf(connection)) })
        .first(),
    ).toBeVisible();
  }

  await page.getByRole('button', { name: 'Remove Omar Said from your connections' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('tab', { name: 'Connections · 0' })).toBeVisible();
  await expect(theirs.getByRole('tab', { name: 'Connections · 0' })).toBeVisible();
  await expect(theirs.getByText('No connection found').first()).toBeVisible();
});

test('an ignored invitation disappears and stays pending for its sender; a withdrawn one can be sent again', async ({
  visit,
  join,
  api,
}) => {
  const me = await join({ firstName: 'Pia', lastName: 'Holm' });
  const senders = [
    await join({ firstName: 'Quentin', lastName: 'Roy' }),
    await join({ firstName: 'Rosa', lastName: 'Diaz' }),
  ];
  for (const member of senders) await invite(api, member, me);
  const { page } = await visit({ signedIn: me });
  await page.goto('/mynetwork/invitations');
  await page.waitForURL('**/mynetwork/invitaions');
  await page.getByRole('button', { name: 'Ignore the invitation from Rosa Diaz' }).click();
  await expect(page.getByRole('tab', { name: 'Recieved (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ignore the invitation from Quentin Roy' })).toBeFocused();

  const { page: theirs } = await visit({ signedIn: senders[1]!, width: 390, height: 844 });
  await theirs.goto('/mynetwork/invitaions?tab=sent');
  await expect(theirs.getByRole('tab', { name: 'Sent (1)', selected: true })).toBeVisible();

  const { page: quentinsPage } = await visit({ signedIn: senders[0]! });
  await quentinsPage.goto('/mynetwork/invitaions?tab=sent');
  await quentinsPage.getByRole('button', { name: 'Withdraw the invitation to Pia Holm' }).click();
  await expect(page.getByRole('tab', { name: 'Recieved (0)' })).toBeVisible();
  await quentinsPage.getByRole('button', { name: 'Undo' }).click();
  await expect(quentinsPage.getByRole('tab', { name: 'Sent (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept the invitation from Quentin Roy' })).toBeVisible();
});

test('an invitation that was sent in another window can be withdrawn in this one', async ({ visit, join, api }) => {
  const me = await join();
  const sven = await join({ firstName: 'Sven', lastName: 'Aho' });
  const { page } = await visit({ signedIn: me });
  await page.goto(`/results/view-profile/${sven.id}`);
  await expect(page.getByRole('button', { name: 'Connect with Sven Aho' })).toBeVisible();
  const pending = page.getByRole('button', { name: 'Pending: invitation to Sven Aho' });
  // The tab receives events only once its socket is connected, so the invitation is repeated until it arrives.
  await expect(async () => {
    const { invitation } = ((await invite(api, me, sven)) as { body: { invitation: { _id: string } } }).body;
    await pending.waitFor({ timeout: 2_000 }).catch(async (error: unknown) => {
      await api(me, 'DELETE', `/connections/withdrawConnection/${invitation._id}`);
      throw error;
    });
  }).toPass();
  await pending.click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await expect(page.getByRole('button', { name: 'Connect with Sven Aho' })).toBeVisible();
  const { body } = (await api(sven, 'GET', '/connections/get-invitaions')) as { body: unknown[] };
  expect(body).toEqual([]);
});

test('a member follows and connects on /find', async ({ visit, join }) => {
  const me = await join({ country: 'Vanuatu', profession: 'Cartographer' });
  await join({ firstName: 'Tala', lastName: 'Ioane', country: 'Vanuatu', profession: 'Diver' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/find');
  await page.getByRole('button', { name: 'Follow Tala Ioane' }).click();
  await expect(page.getByText('Now following Tala Ioane.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect with Tala Ioane' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: 'Pending: invitation to Tala Ioane' })).toBeVisible();
  await page.goto('/mynetwork/invitaions?tab=sent');
  await expect(page.getByRole('main').getByRole('link', { name: /Tala Ioane/ })).toBeVisible();
});

test('a received invitation leads to a notification with a link to it; deleting a notification can be undone', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const uma = await join({ firstName: 'Uma', lastName: 'Patel' });
  await invite(api, uma, me);
  await api(uma, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: me.id });
  const { page, context } = await visit({ signedIn: me });
  const second = await context.newPage();
  await page.goto('/Notification');
  await second.goto('/find');
  const badge = second.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
  await expect(badge).toHaveAccessibleName('Notifications 2 unread');
  await page.getByRole('button', { name: 'Delete: Uma Patel has Followed you' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Uma Patel has Followed you')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as read: Uma Patel has Followed you' }).click();
  await expect(badge).toHaveAccessibleName('Notifications 1 unread');
  await page.getByRole('link', { name: /Uma Patel invited you to connect/ }).click();
  await page.waitForURL('**/mynetwork/invitaions');
  await expect(page.getByRole('tab', { name: /^Recieved/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept the invitation from Uma Patel' })).toBeVisible();
  await expect(badge).toHaveAccessibleName('Notifications');
});

test('a notification of a reply leads to the reply, however far down it is', async ({ visit, join, api }) => {
  const me = await join();
  const vera = await join({ firstName: 'Vera', lastName: 'Sousa' });
  const post = await publish(api, me, { description: 'A post that is much talked about' });
  const comment = async (member: Member, text: string) =>
    ((await api(member, 'POST', '/post/addEditComment', { post_id: post, comment: text })) as { body: { _id: string } })
      .body._id;
  for (let count = 1; count <= 5; count++) await comment(me, `Comment ${count}`);
  const parent = await comment(me, 'Comment 6');
  await api(vera, 'POST', '/post/replyOnCommentCreateEdit', { post_id: post, parent_id: parent, comment: 'Far down' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/Notification');
  await page.getByRole('link', { name: /Vera Sousa replied to your comment/ }).click();
  await page.waitForURL(`**/activities#${post}`);
  const reply = page.getByRole('listitem').filter({ hasText: 'Far down' }).last();
  await expect(reply).toBeFocused();
  await expect(reply).toBeInViewport();
});

test('a dialog that cannot be loaded leaves the page usable, and opens on the next click', async ({ visit, join }) => {
  const me = await join();
  const { page } = await visit({ signedIn: me, expectNetworkErrors: true });
  await page.goto('/home');
  const open = page.getByRole('button', { name: 'What are you working on after hours?' });
  await expect(open).toBeVisible();
  await page.route(/assets\/composer-.*/, (route) => route.abort());
  await open.click();
  await expect(page.getByText('This could not be loaded. Check your connection and try again.')).toBeVisible();
  await expect(open).toBeFocused();
  await page.unroute(/assets\/composer-.*/);
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Description')).toBeFocused();
});

test('deleting by keyboard moves the focus to the next row', async ({ visit, join, api }) => {
  const me = await join();
  const posts: string[] = [];
  for (const description of ['Stays', 'Goes']) posts.unshift(await publish(api, me, { description }));
  for (const comment of ['First said', 'Second said'])
    await api(me, 'POST', '/post/addEditComment', { post_id: posts[1], comment });
  const { page } = await visit({ signedIn: me });
  await page.goto('/activities');
  const post = (text: string) => page.getByRole('article').filter({ hasText: text });
  await post('Goes').getByRole('button', { name: 'Post menu' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete post' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(post('Goes')).toHaveCount(0);
  await expect(post('Stays')).toBeFocused();

  const comments = post('Stays').getByRole('list', { name: 'Comments' });
  const remove = async (text: string) => {
    await comments
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Comment menu' })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(text)).toHaveCount(0);
  };
  await expect(comments.getByRole('listitem')).toHaveCount(2);
  await remove('First said');
  await expect(comments.getByRole('listitem').filter({ hasText: 'Second said' }).locator(':focus')).toHaveCount(1);
  await remove('Second said');
  await expect(post('Stays')).toBeFocused();
});

test('a follow in one window shows in the other, and is undone there', async ({ visit, join }) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  const { page, context } = await visit({ signedIn: ana });
  const second = await context.newPage();
  for (const window of [page, second]) {
    // A window receives events only once its socket is open.
    const received = window.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
    await window.goto(`/results/view-profile/${ben.id}`);
    await received;
  }
  const button = (window: typeof page, name: string) => window.getByRole('main').getByRole('button', { name });
  await button(page, 'Follow Ben Haddad').click();
  await button(second, 'Following Ben Haddad: unfollow').click();
  await expect(button(page, 'Follow Ben Haddad')).toBeVisible();
});

test('My Network of a member who follows nobody offers five people to follow', async ({ visit, join, api }) => {
  const others = await Promise.all(Array.from({ length: 5 }, () => join()));
  expect(others).toHaveLength(5);
  const me = await join();
  await publish(api, me, { description: 'My own post' });
  const { page } = await visit({ signedIn: me });
  await page.goto('/mynetwork');
  const suggestions = page.getByRole('region', { name: /You don’t follow anybody yet/ });
  await expect(suggestions.getByRole('listitem')).toHaveCount(5);
  await suggestions
    .getByRole('button', { name: /^Follow / })
    .first()
    .click();
  await expect(suggestions.getByRole('button', { name: /^Following / })).toBeVisible();
  await expect(suggestions.getByRole('listitem')).toHaveCount(5);
});
