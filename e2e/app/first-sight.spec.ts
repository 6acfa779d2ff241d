/** What a member can read before the application's scripts have loaded. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { expect, publish, test, uniqueText } from '../support/fixtures.ts';
import { holdProgram, openBeforeProgram } from '../support/hold-program.ts';

// A community of its own: only the first posts are shown early, and other journeys have more popular ones.
test.use({ settings: { LOG_LEVEL: 'error' } });
// In one worker: otherwise each worker would start a product for these tests alone.
test.describe.configure({ mode: 'default' });

test('The first posts can be read before the scripts have loaded, in the column where they stay', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const text = uniqueText('Glazed tonight <b>two</b> bowls');
  await publish(api, me, { description: `${text} #kiln` });
  const { page } = await visit({ signedIn: me, width: 390, height: 844 });
  const release = await holdProgram(page);
  await openBeforeProgram(page, '/home');
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  await expect(post).toContainText('#kiln');
  await expect(page.getByRole('button', { name: 'Like' })).toHaveCount(0);
  const before = await post.getByText(text).boundingBox();
  release();
  await expect(post.getByRole('button', { name: 'Like', exact: true })).toBeVisible();
  const after = await post.getByText(text).boundingBox();
  expect(after?.x).toBe(before?.x);
});

test('The first rows of lists and one’s own profile can be read before the scripts have loaded', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const commenter = await join({ firstName: 'Imani', profession: 'Subtitler' });
  const post = await publish(api, me, { description: 'Two bowls and a jar.' });
  await api(commenter, 'POST', '/post/addEditComment', { post_id: post, comment: 'Which glaze is it?' });
  // Other journeys' members may come before the commenter.
  const { body: found } = (await api(me, 'GET', '/findColleagues?limit=20')) as { body: { firstName: string }[] };
  // As wide as a window of 320 px beside its scroll bar.
  const { page } = await visit({ signedIn: me, width: 305, height: 720 });
  // From then on, the browser has stored the member's own data.
  await page.goto('/terms-condition');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const heldBack: Promise<void>[] = [];
  let release = () => {};
  await page.route('**/assets/*.js', async (route) => {
    await Promise.all(heldBack);
    await route.continue();
  });
  const visits: [path: string, heading: string, text: string][] = [
    ['/Profile', `${me.firstName} ${me.lastName}`, 'Illustrator'],
    ['/find', 'Find Colleagues', `${found[0]?.firstName} Haddad`],
    ['/Notification', 'Notifications', 'Imani Haddad'],
  ];
  for (const [path, heading, text] of visits) {
    heldBack[0] = new Promise<void>((resolve) => {
      release = resolve;
    });
    await openBeforeProgram(page, path);
    const before = page.locator('#starting').getByRole('heading', { name: heading, exact: true });
    await expect(before).toBeVisible();
    const line = page.locator('#starting').getByText(text);
    await expect(line).toBeVisible();
    const box = await before.boundingBox();
    const y = (await line.boundingBox())?.y ?? 0;
    release();
    const after = page.getByRole('main').getByRole('heading', { name: heading, exact: true });
    await expect(after).toBeVisible();
    expect((await after.boundingBox())?.x, path).toBe(box?.x);
    const moved = ((await page.getByRole('main').getByText(text).first().boundingBox())?.y ?? 0) - y;
    expect(Math.abs(moved), `${text} at ${path}`).toBeLessThanOrEqual(2);
  }
});

test('Below hints, jobs and comments, posts stay where they were on the last visit', async ({ visit, join, api }) => {
  const me = await join();
  const [job, below] = [uniqueText('Kiln hand'), uniqueText('A jar tonight')];
  await publish(api, me, { description: below });
  const terms = { employment: 'part-time', remote: 'hybrid', place: 'Lyon', countries: ['France'], unpaid: 'equity' };
  const vacancy = { opening: '2', vacancy: true, aiScreening: false };
  const jobId = await publish(api, me, { postType: 'job', title: job, description: 'Evenings.', ...vacancy, ...terms });
  await api(me, 'POST', '/post/addEditComment', { post_id: jobId, comment: 'Which kiln is it?' });
  for (const width of [390, 768, 1440]) {
    const { page } = await visit({ signedIn: me, width });
    // What stores the places is loaded last, and connects.
    const connection = page.waitForEvent('websocket');
    await page.goto('/home');
    await expect(page.getByRole('article').nth(1)).toBeVisible();
    await connection;
    await page.waitForLoadState('networkidle');
    const release = await holdProgram(page);
    await openBeforeProgram(page, '/home');
    const parts = [page.getByRole('heading', { name: job }), page.getByText(below)];
    const measure = () => Promise.all(parts.map(async (part) => (await part.first().boundingBox())?.y ?? 0));
    await expect(page.locator('#starting').getByText(below)).toBeVisible();
    const before = await measure();
    release();
    await expect(page.getByRole('button', { name: 'Like', exact: true }).first()).toBeVisible();
    for (const [index, y] of (await measure()).entries())
      expect(Math.abs(y - (before[index] ?? 0)), `${width} px`).toBeLessThanOrEqual(2);
  }
});

test('Nothing moves while reading in a browser without the member’s stored data', async ({ visit, join, api }) => {
  const me = await join();
  for (const word of ['Bowls', 'Jars', 'Lids']) await publish(api, me, { description: uniqueText(word) });
  for (const width of [390, 1440]) {
    const { page } = await visit({ signedIn: me, width });
    await page.addInitScript(() => {
      const seen = Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Enter the code' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), `${width} px`).toBe(0);
  }
});

test('Public pages stay in place when the application starts', async ({ visit, join, api }) => {
  const author = await join({ profession: 'Potter by night' });
  const [job, webinar] = [uniqueText('Kiln hand'), uniqueText('Glazes')];
  const terms = { employment: 'part-time', remote: 'hybrid', place: 'Lyon', countries: ['France'], unpaid: 'equity' };
  const id = await publish(api, author, {
    postType: 'job',
    title: job,
    description: 'Two evenings a week.',
    opening: '2',
    vacancy: true,
    aiScreening: false,
    ...terms,
  });
  await publish(api, author, {
    postType: 'webinar',
    title: webinar,
    description: `An hour about glazes. ${'Which of them run, and which stay? '.repeat(9)}`,
    link: 'https://meet.example.com/glazes',
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  });
  for (const width of [390, 650, 1280]) {
    const { page } = await visit({ width });
    const name = `${author.firstName} ${author.lastName}`;
    for (const [path, title, above, below] of [
      ['/jobs', job, page.getByRole('search', { name: 'Filter jobs' }), page.getByText('Two evenings a week.')],
      ['/webinars', webinar, page.getByRole('tab', { name: 'Upcoming' }), page.getByText(/^\S*10\.00/)],
      [`/p/${id}`, job, page.getByRole('heading', { name: /^Post by/ }), page.getByText('Two evenings a week.')],
      [`/@${author.username}`, name, page.getByRole('tab', { name: 'Profile' }), page.getByText('Potter by night')],
    ] as const) {
      const release = await holdProgram(page);
      await openBeforeProgram(page, path);
      const parts = [page.getByRole('heading', { name: title }), below];
      const measure = async () => {
        const boxes = await Promise.all(parts.map((part) => part.first().boundingBox()));
        return [boxes[0]?.x ?? 0, ...boxes.map((box) => box?.y ?? 0)];
      };
      const before = await measure();
      release();
      await expect(above).toBeVisible();
      const after = await measure();
      for (const [index, place] of after.entries())
        expect(Math.abs(place - (before[index] ?? 0)), `${path} at ${width} px`).toBeLessThanOrEqual(2);
      await page.unrouteAll();
    }
  }
});

test('Posts below others with likes and comments stay in place when the application starts', async ({
  visit,
  join,
  api,
}) => {
  const [author, reader] = [await join(), await join()];
  const word = `kiln${Date.now()}`;
  const [first, second, third] = [uniqueText('A lid'), uniqueText('A jar'), uniqueText('A bowl')];
  await publish(api, author, { description: `${third} #${word}` });
  const titled = await publish(api, author, { title: 'Two glazes', description: `${second} #${word}` });
  const commented = await publish(api, author, { description: `${first} #${word}` });
  await api(reader, 'POST', '/post/likeUnlike', { post_id: titled, status: true });
  const comments = [
    'Which glaze is it, and does it run? '.repeat(3),
    'The one on the left',
    'Both',
    'Neither',
    'I see',
  ];
  for (const comment of comments) await api(reader, 'POST', '/post/addEditComment', { post_id: commented, comment });
  for (const width of [320, 390, 1280]) {
    const { page } = await visit({ width });
    const release = await holdProgram(page);
    await openBeforeProgram(page, `/tags/${word}`);
    const measure = () =>
      Promise.all(
        [first, second, third].map(async (text) => (await page.getByText(text).first().boundingBox())?.y ?? 0),
      );
    const before = await measure();
    release();
    await expect(page.getByRole('button', { name: '5 comments', exact: true })).toBeVisible();
    for (const [index, y] of (await measure()).entries())
      expect(Math.abs(y - (before[index] ?? 0)), `post ${index + 1} at ${width} px`).toBeLessThanOrEqual(2);
  }
});

test('The first webinar takes the place of its placeholder, below the heading of its day', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  await publish(api, me, {
    postType: 'webinar',
    title: uniqueText('Glazes'),
    description: 'An hour about glazes.',
    link: 'https://meet.example.com/glazes',
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  });
  const { page } = await visit({ signedIn: me, width: 390 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/webinars?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/webinars');
  const placeholder = page.getByRole('main').locator('article[aria-hidden]').first();
  await expect(placeholder).toBeVisible();
  const y = (await placeholder.boundingBox())?.y ?? 0;
  release();
  const webinar = page.getByRole('main').getByRole('article').first();
  await expect(webinar).toBeVisible();
  expect(Math.abs(((await webinar.boundingBox())?.y ?? 0) - y)).toBeLessThanOrEqual(2);
});
