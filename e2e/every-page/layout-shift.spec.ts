/** What is shown stays in its place while the rest of a page is loading. */
import type { Page } from '@playwright/test';
import { buildJpeg } from '../../server/src/testing/rows/images.ts';
import { allowMessages } from '../support/chat-page.ts';
import { expect, type Member, publish, test, type Visitor } from '../support/fixtures.ts';

/** The pictures have no room in a chat but what the page keeps for them. */
async function sendPicture(origin: string, from: Member, to: Member): Promise<void> {
  const form = new FormData();
  form.append('receiver_id', to.id);
  form.append('content', 'From last night');
  form.append('image', new Blob([new Uint8Array(await buildJpeg(900, 1200))], { type: 'image/jpeg' }), 'a.jpg');
  const headers = { authorization: `Bearer ${from.token}` };
  const answer = await fetch(`${origin}/api/messages/create`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(200);
}

/** Less is the breadth of a hair: a line whose font arrives. What this test has found was ten times as much. */
const SEEN = 0.005;

/** Notes every movement from the start of a page on; it is ready when the page is. */
const watchShifts = (page: Page) =>
  page.addInitScript((seen) => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        if (value < seen) continue;
        const moved = sources.map(({ node }) => (node?.textContent || node?.parentElement?.outerHTML)?.slice(0, 60));
        shifts.push([value.toFixed(4), ...moved].join(' | '));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, SEEN);

const readShifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);

/** Whoever has signed in has their own name and picture in the browser; these journeys have only the session. */
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
  await allowMessages(api, ana, ben);
  await allowMessages(api, ben, ana);
  for (const member of [ana, ben]) await sendPicture(product.origin, member, member === ana ? ben : ana);
  const page = await open(await visit({ signedIn: ana }));
  const moved: Record<string, unknown> = {};
  for (const path of [
    `/activities#${post}`,
    `/Messages#${ben.id}`,
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

test('Jobs stay in their place when saved searches come after them, on a first visit too', async ({
  visit,
  join,
  api,
}) => {
  const [author, me] = [await join(), await join()];
  await publish(api, author, { postType: 'job', title: 'Baker of bricks', description: 'Nights only.' });
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
    await expect(page.getByText('Baker of bricks')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(page), `${visits} visit`).toEqual([]);
    await page.unrouteAll();
  }
});
