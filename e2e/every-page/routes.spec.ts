import { expect, PASSWORD, test } from '../support/fixtures.ts';

const guarded = [
  '/mynetwork',
  '/mynetwork/invitaions',
  '/Messages',
  '/Notification',
  '/Profile',
  '/Settings',
  '/activities',
  '/bookmarks',
  '/scheduled',
  '/me/seats',
  '/me/earnings',
  '/find',
  '/connections',
  '/first-evening',
];
const open = [
  '/results',
  '/webinars',
  '/jobs',
  '/information',
  '/no-result-found',
  '/terms-condition',
  '/privacy-policy',
  '/ResetPassword',
  '/export',
  '/u/token',
];

test('guests are redirected to the login, or from /home to the landing page', async ({ visit }) => {
  const { page } = await visit();
  for (const path of guarded) {
    await page.goto(path);
    await page.waitForURL(/\/Login/);
  }
  await page.goto('/home');
  await page.waitForURL((url) => url.pathname === '/');
  for (const path of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('members skip the landing page, login and registration, and can open every other page', async ({
  visit,
  join,
}) => {
  const { page } = await visit({ signedIn: await join() });
  for (const path of ['/', '/Login', '/login', '/Register', '/Forgot']) {
    await page.goto(path);
    await page.waitForURL('**/home');
  }
  for (const path of [...guarded, ...open]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto('/mynetwork/invitations');
  await page.waitForURL('**/mynetwork/invitaions');
});

test('an unknown path shows that there is no page, with a link home', async ({ visit, join }) => {
  const { page } = await visit({ signedIn: await join() });
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back To Home' }).click();
  await page.waitForURL('**/home');
});

test('a session that was ended elsewhere leads to the login, and its token is removed', async ({
  visit,
  join,
  api,
}) => {
  const member = await join();
  const { page } = await visit({ signedIn: member });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible();
  await api(member, 'POST', '/logout');
  await page.waitForURL(/\/Login/, { timeout: 5_000 });
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a session whose token was removed from the browser leads to the landing page, and leaves nothing behind', async ({
  visit,
  join,
}) => {
  for (const action of ['call', 'page'] as const) {
    const { page } = await visit({ signedIn: await join() });
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible();
    const control =
      action === 'call'
        ? page.getByRole('tab', { name: 'Latest' })
        : page.getByRole('link', { name: 'My Network' }).first();
    // Both in one step: otherwise a request of the page could navigate away before the click.
    await control.evaluate((element: HTMLElement) => {
      localStorage.removeItem('token');
      element.click();
    });
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Create your account' }).first()).toBeVisible();
    const stored = await page.evaluate(() => ['token', 'user', 'loggedin'].map((key) => localStorage.getItem(key)));
    expect(stored).toEqual([null, null, null]);
  }
});

test('unread counts show right after signing in, not only after a reload', async ({ visit, join, api }) => {
  const [member, fan] = [await join(), await join()];
  const { body } = (await api(member, 'POST', '/post/create', { postType: 'general', description: 'Hello' })) as {
    body: { _id: string };
  };
  await api(fan, 'POST', '/post/likeUnlike', { post_id: body._id, status: true });
  const { page } = await visit();
  await page.goto('/Login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: /Notifications.*1/ })).toBeVisible();
});

test('a member who signs out leaves no responses in the browser', async ({ visit, join }) => {
  const member = await join();
  const { page } = await visit({ signedIn: member });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible();
  /** Returns the status of the member's own profile in the browser, from its cache or the server. */
  const profileStatus = (cache: RequestCache) =>
    page.evaluate(
      async ([token, cacheMode]) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch('/api/getProfile', { headers, cache: cacheMode })).status;
      },
      [member.token, cache] as const,
    );
  expect(await profileStatus('default')).toBe(200);
  const signedOut = page.waitForResponse((response) => response.url().endsWith('/api/logout'));
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await (await signedOut).finished();
  expect(await profileStatus('force-cache')).toBe(401);
});
