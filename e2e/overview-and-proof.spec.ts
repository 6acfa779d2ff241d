import { expectAccessible } from './support/axe.ts';
import { expect, PASSWORD, test } from './support/fixtures.ts';
import { becomeOwner } from './support/owner.ts';

// Of its own: others could not register.
test.use({ settings: { LOG_LEVEL: 'warn' } });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;

const PATHS = [
  '/moderation',
  '/moderation/members',
  '/moderation/requests',
  '/moderation/community',
  '/moderation/overview',
  '/moderation/team',
  '/moderation/log',
];

test('the pages of owners fit at each width, and are accessible with all their parts', async ({
  visit,
  join,
  api,
  product,
}) => {
  const owner = await join();
  await becomeOwner(owner, api, product);
  await api(owner, 'POST', '/post/create', { postType: 'general', description: 'A first post' });
  for (const [at, size] of SIZES.entries()) {
    const { page, context } = await visit({ signedIn: owner, ...size, dark: at % 2 === 1 });
    await page.goto('/moderation');
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const table = page.getByRole('table', { name: /^Posts a day/ });
    await expect(table.getByRole('row').last()).toContainText('1');
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(beyond, `${path} at ${size.width} px`).toBe(0);
      if (at === 0 || at === 3) await expectAccessible(page, `${path} at ${size.width} px`);
    }
    await context.close();
  }
});

test('somebody registers where a proof of work is asked for, and the page does not freeze meanwhile', async ({
  visit,
  join,
  api,
  product,
}) => {
  const owner = await join();
  await becomeOwner(owner, api, product).catch(() => undefined);
  const { page: settings } = await visit({ signedIn: owner });
  await settings.goto('/moderation/community');
  await settings.getByRole('checkbox', { name: 'Ask for a proof of work' }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('The settings of the community are saved.')).toBeVisible();

  const { page, context } = await visit();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await page.goto('/Register');
  await page.waitForLoadState('networkidle');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const loading = page.waitForRequest('**/api/signup/challenge');
  const fields = {
    'First name': 'Uma',
    'Last name': 'Patel',
    Email: `uma.${process.pid}@example.com`,
    Phone: '1234567890',
    Country: 'Portugal',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await loading;
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/verify', { timeout: 60_000 });
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
  );
  // On a machine four times as slow as this one.
  expect(longest).toBeLessThan(500);

  const { page: offline } = await visit({ lineCut: true });
  await offline.goto('/Register');
  await offline.route('**/api/signup/challenge', (route) => route.abort());
  for (const [label, value] of Object.entries({ ...fields, Email: `vera.${process.pid}@example.com` }))
    await offline.getByLabel(label).fill(value);
  await offline.getByRole('textbox', { name: 'Date of birth' }).fill('03-04-1991');
  await offline.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await offline.getByRole('button', { name: 'Create account' }).click();
  await expect(offline.getByText('Your device could not show that you are a person.')).toBeVisible();
  await offline.unroute('**/api/signup/challenge');
  await offline.getByRole('button', { name: 'Create account' }).click();
  await offline.waitForURL('**/verify');
});
