/** The visible parts of a page stay in place while the rest is loading. */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import type { Page } from '@playwright/test';
import { buildJpeg } from '../../server/src/testing/files/images.ts';
import { allowMessages } from '../support/chat-page.ts';
import { expect, type Member, publish, test, uniqueText, type Visitor } from '../support/fixtures.ts';

/** Sends a picture, for which the chat has to reserve the space before it loads. */
async function sendPicture(origin: string, from: Member, to: Member): Promise<void> {
  const form = new FormData();
  form.append('receiver_id', to.id);
  form.append('content', 'From last night');
  form.append('image', new Blob([new Uint8Array(await buildJpeg(900, 1200))], { type: 'image/jpeg' }), 'a.jpg');
  const headers = { authorization: `Bearer ${from.token}` };
  const response = await fetch(`${origin}/api/messages/create`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(200);
}

/** A job whose terms take several lines. */
const JOB = {
  postType: 'job',
  title: 'A hand at the kiln',
  employment: 'part-time',
  remote: 'hybrid',
  place: 'Lisbon, or wherever the kiln is in the week before Christmas',
  countries: ['Portugal', 'Spain', 'France', 'Italy'],
  payMin: 18,
  payCurrency: 'EUR',
  payPeriod: 'hour',
  opening: '2',
};

/** Smaller shifts, as when a font loads, are invisible. The faults that these tests found were ten times as large. */
const VISIBLE_SHIFT = 0.005;

/** Records every visible layout shift of the pages opened from now on, from their start. */
const watchShifts = (page: Page) =>
  page.addInitScript((visibleShift) => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        if (value < visibleShift) continue;
        const moved = sources.map(({ node }) => (node?.textContent || node?.parentElement?.outerHTML)?.slice(0, 60));
        shifts.push([value.toFixed(4), ...moved].join(' | '));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, VISIBLE_SHIFT);

const readShifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);

/** A member's own name and picture are stored at sign-in; these journeys have only the session, so this loads them. */
async function open({ page }: Visitor): Promise<Page> {
  await watchShifts(page);
  await page.goto('/terms-condition');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  return page;
}

test('Nothing moves while a page loads: a post, pictures in a chat, empty lists and unknown members', async ({
  visit,
  join,
  api,
  product,
}) => {
  const [ana, ben] = [await join({ firstName: 'Ana' }), await join({ firstName: 'Ben' })];
  await api(ben, 'PUT', '/updateProfile', {
    intro_details: 'A sentence that has two lines beside the post. '.repeat(3),
  });
  const post = await publish(api, ben, { description: 'Two bowls and a jar. #clay #glaze #evening' });
  const job = await publish(api, ben, { ...JOB, description: 'Two evenings a week. '.repeat(40) });
  await allowMessages(api, ana, ben);
  await allowMessages(api, ben, ana);
  for (const member of [ana, ben]) await sendPicture(product.origin, member, member === ana ? ben : ana);
  const page = await open(await visit({ signedIn: ana }));
  const moved: Record<string, unknown> = {};
  for (const path of [
    `/activities#${post}`,
    `/Messages#${ben.id}`,
    `/activities#${job}`,
    '/home?hashtag=nobodywrotethis',
    '/results/view-profile/01990000-0000-7000-8000-000000000000',
    '/first-evening?step=tags',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    const shifts = await readShifts(page);
    if (shifts.length > 0) moved[path] = shifts;
  }
  expect(moved).toEqual({});
});

test('Jobs stay in place when the saved searches load after them, on a first visit, too', async ({
  visit,
  join,
  api,
}) => {
  const [author, me] = [await join(), await join()];
  const title = uniqueText('Baker of bricks');
  await publish(api, author, { postType: 'job', title, description: 'Nights only.' });
  for (const keyword of ['baker', 'glazier'])
    expect(await api(me, 'POST', '/searches/saved', { query: { keyword } })).toMatchObject({ status: 200 });
  const page = await open(await visit({ signedIn: me }));
  for (const visits of ['first', 'second']) {
    const jobs = page.waitForResponse(/\/api\/jobs/);
    await page.route(/\/api\/searches\/saved/, async (route) => {
      await (await jobs).finished();
      await route.continue();
    });
    await page.goto('/jobs');
    await expect(page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText(title)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), `${visits} visit`).toEqual([]);
    await page.unrouteAll();
  }
});

test('Jobs stay in place on a small phone while the saved searches load, even if none is saved', async ({
  visit,
  join,
  api,
}) => {
  const me = await join();
  const title = uniqueText('Baker of tiles');
  await publish(api, await join(), { postType: 'job', title, description: 'Nights only.' });
  const page = await open(await visit({ signedIn: me, width: 320, height: 1280 }));
  for (const visits of ['first', 'second']) {
    const jobs = page.waitForResponse(/\/api\/jobs/);
    await page.route(/\/api\/searches\/saved/, async (route) => {
      await (await jobs).finished();
      await route.continue();
    });
    await page.goto('/jobs?q=baker');
    await expect(page.getByRole('button', { name: 'Save this search' })).toBeVisible();
    await expect(page.getByText(title)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), `${visits} visit`).toEqual([]);
    await page.unrouteAll();
  }
});

test('What follows a list stays in place when the list loads last', async ({ visit, join }) => {
  const page = await open(await visit({ signedIn: await join() }));
  for (const [path, list, other, heading] of [
    ['/me/seats', /\/api\/me\/seats/, /\/api\/me\/calendar/, 'In your calendar'],
    ['/Settings?tab=payments', /\/api\/payments/, /\/api\/me\/billing/, 'On your receipts'],
    ['/me/earnings', /\/api\/me\/earnings/, /\/api\/me\/payouts/, 'Paid out'],
  ] as const) {
    const others = page.waitForResponse(other);
    await page.route(list, async (route) => {
      await (await others).finished();
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), path).toEqual([]);
    await page.unrouteAll();
  }
});

test('What is below a form or a title stays in place when that loads last', async ({ visit, join, api }) => {
  const me = await join();
  const job = await publish(api, me, { ...JOB, description: 'Two evenings a week.' });
  const page = await open(await visit({ signedIn: me, width: 390, height: 844 }));
  for (const [path, last, arrived] of [
    ['/Settings?tab=payments', /\/api\/me\/billing/, page.getByRole('link', { name: 'Earnings' })],
    [`/jobs/${job}/applications`, new RegExp(`/api/post/${job}`), page.getByRole('link', { name: JOB.title })],
  ] as const) {
    const { promise: shown, resolve: release } = Promise.withResolvers<void>();
    await page.route(last, async (route) => {
      await shown;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    release();
    await expect(arrived).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), path).toEqual([]);
    await page.unrouteAll();
  }
});

test('Webinars stay in place while their list loads', async ({ visit, join, api }) => {
  const me = await join();
  const post = {
    postType: 'webinar',
    description: 'An hour about glazes.',
    link: 'https://meet.example.com/glazes',
    // Soon, so that they are among the first of all webinars in this product.
    startsAt: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    endsAt: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
    capacity: 12,
  };
  for (const title of ['Glazes', 'Kilns']) await publish(api, me, { ...post, title: uniqueText(title) });
  const page = await open(await visit({ signedIn: me, width: 390, height: 844 }));
  for (const path of ['/webinars', '/activities']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Manage seats, time and recording' }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), path).toEqual([]);
  }
});
