import { DAY_MS, HOUR_MS } from '@afterhours/contract/base/durations';
import { listJobs, listTagPosts } from '@afterhours/contract/browse';
import {
  listFeed,
  listMostEngagedPosts,
  listNetworkPosts,
  listTopRated,
  listUserPosts,
} from '@afterhours/contract/feed';
import { closeJob, findSameJob, hiringMessages, renewJob } from '@afterhours/contract/jobs/hiring';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setFollow } from '@afterhours/contract/people/follow';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { getPost, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noFilters } from '#features/feed/filters.ts';
import { latestList } from '#features/feed/queries.ts';
import { listKinds } from '#testing/calls/notifications.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { closeDue } from './commands.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let job: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = await buildMember(app);
  ben = await buildMember(app);
  job = (await buildPost(app, ana, { postType: 'job', title: 'Baker', description: 'At night. #closing' }))._id;
});

const close = (token: string | null = ana.token, body: object = {}) =>
  app.call(closeJob, { token, params: { id: job }, body: body });
const renew = (token: string | null = ana.token) => app.call(renewJob, { token, params: { id: job } });
const apply = () =>
  app.call(createMessage, {
    token: ben.token,
    body: { content: 'JOBAPPLIED', receiver_id: ana.id, post_id: job },
  });
const read = async () => {
  return (await succeed(app.call(getPost, { token: ben.token, params: { id: job } }))).body.job;
};
const listed = async () => {
  const response = await app.call(listJobs, { token: ben.token, query: { limit: '100' } });
  return response.ok ? response.body.map(({ _id }) => _id) : [];
};
/** Makes the job older by this many days. */
const age = async (days: number) => {
  await sql`UPDATE open_jobs SET open_until = open_until - make_interval(days => ${days}::integer),
    expires_at = expires_at - make_interval(days => ${days}::integer) WHERE post_id = ${job}::uuid`.execute(
    app.services.db,
  );
};

describe('A job', () => {
  it('is open for thirty days', async () => {
    const shown = await read();
    expect(shown).toMatchObject({ state: 'open', closedAt: null, renewalsLeft: 3 });
    const days = (Date.parse(shown?.closesAt ?? '') - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  it('can be closed by its author: it leaves the lists, takes no applications, and notifies applicants', async () => {
    expect(await apply()).toMatchObject({ ok: true });
    expect(await listed()).toContain(job);
    expect(await close()).toMatchObject({ ok: true, body: { closeReason: 'filled' } });
    expect(await read()).toMatchObject({ state: 'closed', closeReason: 'filled', closesAt: null });
    await expect.poll(listed).not.toContain(job);
    expect(await listKinds(app, ben)).toContain('jobClosed');
    ben = await buildMember(app);
    expect(await apply()).toMatchObject({ ok: false, status: 409, message: hiringMessages.isClosed.message });
  });

  it("leaves every feed once it is closed, but stays among its author's posts and in bookmarks", async () => {
    const { token } = ben;
    await app.call(setFollow, { token, body: { action: 'follow', follow_user_id: ana.id } });
    await app.call(createBookmark, { token, body: { post_id: job } });
    const feeds = [
      () => app.call(listFeed, { token, query: { sort: 'popular', limit: '100' } }),
      () => app.call(listTopRated, { token, query: { limit: '100' } }),
      () => app.call(listFeed, { token, query: { sort: 'latest', limit: '100' } }),
      () => app.call(listNetworkPosts, { token, query: {} }),
      () => app.call(listNetworkPosts, { token, query: { postType: 'job' } }),
      () => app.call(listMostEngagedPosts, { token }),
      () => app.call(listTagPosts, { token, query: { tag: 'closing', limit: '100' } }),
    ];
    const kept = [
      () => app.call(listUserPosts, { token, query: { userId: ana.id } }),
      () => app.call(listFeed, { token, query: { bookmark: 'true' } }),
    ];
    const countIn = async (lists: typeof feeds) => {
      const responses = await Promise.all(lists.map((list) => list()));
      return responses.filter((response) => response.ok && response.body.some(({ _id }) => _id === job)).length;
    };
    await expect.poll(() => countIn(feeds)).toBe(feeds.length);
    await age(31);
    await closeDue(app.services);
    await expect.poll(() => countIn(feeds)).toBe(0);
    expect(await countIn(kept)).toBe(kept.length);
  });

  it('is closed once by concurrent calls, and keeps its first closing time', async () => {
    await apply();
    const responses = await Promise.all([close(), close(), close(ana.token, { reason: 'withdrawn' })]);
    const times = responses.map((response) => (response.ok ? response.body.closedAt : response.message));
    expect(new Set(times).size).toBe(1);
    expect((await listKinds(app, ben)).filter((kind) => kind === 'jobClosed')).toHaveLength(1);
  });

  it('can be closed and renewed only by its author', async () => {
    for (const act of [close, renew]) {
      expect(await act(ben.token)).toMatchObject({ ok: false, status: 403 });
      expect(await act(null)).toMatchObject({ ok: false, status: 401 });
    }
    expect(await close(ana.token, { reason: 'bored' })).toMatchObject({ ok: false, status: 422 });
    job = (await buildPost(app, ana))._id;
    expect(await close()).toMatchObject({ ok: false, status: 422 });
    job = ana.id;
    expect(await close()).toMatchObject({ ok: false, status: 404 });
  });

  it('closes automatically after 31 days, and its author and applicants are notified', async () => {
    await apply();
    await age(31);
    await Promise.all([closeDue(app.services), closeDue(app.services)]);
    expect(await read()).toMatchObject({ state: 'closed', closeReason: 'expired' });
    await expect.poll(listed).not.toContain(job);
    expect(await listKinds(app, ana)).toContain('jobExpired');
    expect((await listKinds(app, ben)).filter((kind) => kind === 'jobClosed')).toHaveLength(1);
    expect(await renew()).toMatchObject({ ok: false, status: 409 });
  });

  it('takes no applications once its time is over', async () => {
    await age(30);
    expect(await apply()).toMatchObject({ ok: false, status: 409 });
  });

  it('reminds its author once, three days before it closes', async () => {
    await closeDue(app.services);
    expect(await listKinds(app, ana)).not.toContain('jobClosing');
    await age(28);
    await closeDue(app.services);
    await closeDue(app.services);
    expect((await listKinds(app, ana)).filter((kind) => kind === 'jobClosing')).toHaveLength(1);
  });

  it('can be renewed three times, for thirty days each', async () => {
    for (const left of [2, 1, 0]) {
      await age(29);
      const response = await renew();
      expect(response).toMatchObject({ ok: true, body: { renewalsLeft: left } });
      if (response.ok) expect(Date.parse(response.body.closesAt) - Date.now()).toBeGreaterThan(29 * DAY_MS);
    }
    expect(await renew()).toMatchObject({ ok: false, status: 409, message: hiringMessages.noMoreRenewals.message });
  });

  it('cannot be renewed before that adds a week', async () => {
    expect(await read()).toMatchObject({ renewalsLeft: 3, mayRenew: false });
    const message = 'A job can be renewed 7 days after it was published or last renewed.';
    expect(await renew()).toMatchObject({ status: 409, message });
  });

  it('says whether it can be renewed', async () => {
    await age(7);
    expect(await read()).toMatchObject({ renewalsLeft: 3, mayRenew: true });
    expect(await renew()).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ renewalsLeft: 2, mayRenew: false });
    await age(20);
    const terms = { employment: 'contract', remote: 'full', unpaid: 'equity' };
    const applyUntil = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await succeed(app.call(updatePost, { token: ana.token, body: { _id: job, ...terms, applyUntil } }));
    expect(await read()).toMatchObject({ renewalsLeft: 2, mayRenew: false });
    await succeed(app.call(updatePost, { token: ana.token, body: { _id: job, ...terms, applyUntil: '' } }));
    expect(await read()).toMatchObject({ renewalsLeft: 2, mayRenew: true });
    await close();
    expect(await read()).toMatchObject({ renewalsLeft: 0, mayRenew: false });
  });

  it('closes after its last day for applications, which must be within its thirty days', async () => {
    const terms = { employment: 'contract', remote: 'full', unpaid: 'equity' };
    const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const update = (applyUntil: string) =>
      app.call(updatePost, { token: ana.token, body: { _id: job, ...terms, applyUntil } });
    expect(await update(dayIn(5))).toMatchObject({ ok: true });
    const shown = await read();
    expect(Date.parse(shown?.closesAt ?? '')).toBe(Date.parse(dayIn(5)) + 36 * HOUR_MS);
    expect(await renew()).toMatchObject({ ok: false, message: hiringMessages.hasLastDay.message });
    await age(20);
    expect(await update(dayIn(20))).toMatchObject({ ok: false, status: 422 });
    expect(await update(dayIn(8))).toMatchObject({ ok: true });
  });
});

it('The list of open jobs is read from its index, however many jobs are closed', async () => {
  const filters = { ...noFilters, postType: 'job' };
  const start = { limit: 10, after: null, offset: 0, page: 1 };
  const plan = await explain(app.services.db, (tx) => latestList(tx, null, filters).select(start));
  expect(plan).toContain('posts_open_jobs');
  expect(plan).not.toContain('Sort');
});

describe('The search for the same job', () => {
  const same = (title: string, by = ana) => app.call(findSameJob, { token: by.token, query: { title } });

  it('finds the newest of the member’s open jobs with that title, whatever its capitalization and spaces', async () => {
    expect(await same('  baKer ')).toMatchObject({ ok: true, body: { job: { _id: job, title: 'Baker' } } });
    expect(await same('Bakers')).toMatchObject({ ok: true, body: { job: null } });
    expect(await same('Baker', ben)).toMatchObject({ ok: true, body: { job: null } });
    await sql`INSERT INTO posts (id, user_id, post_type, title, description)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'general', 'Baker', 'No job' FROM generate_series(1, 100)`.execute(
      app.services.db,
    );
    const { _id: newer } = await buildPost(app, ana, { postType: 'job', title: 'BAKER' });
    expect(await same('Baker')).toMatchObject({ ok: true, body: { job: { _id: newer } } });
    await app.call(closeJob, { token: ana.token, params: { id: newer }, body: {} });
    expect(await same('Baker')).toMatchObject({ ok: true, body: { job: { _id: job } } });
    const hide = (held: boolean) =>
      sql`UPDATE posts SET hidden_by = gen_random_uuid(), held = ${held} WHERE id = ${job}::uuid`.execute(
        app.services.db,
      );
    await hide(true);
    expect(await same('Baker')).toMatchObject({ ok: true, body: { job: { _id: job } } });
    await hide(false);
    expect(await same('Baker')).toMatchObject({ ok: true, body: { job: null } });
    expect(await same('B'.repeat(201))).toMatchObject({ ok: false, status: 422 });
  });
});
