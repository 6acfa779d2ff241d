import { closeJob } from '@afterhours/contract/jobs/hiring';
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import { createSavedSearch, deleteSavedSearch, listSavedSearches } from '@afterhours/contract/jobs/saved-searches';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { createMute } from '@afterhours/contract/mutes';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering, endFiltering } from '#testing/calls/filtering.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { settle } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { matchSearches, sendDueNotifications } from './commands.ts';
import { keyOf, keysOf } from './keys.ts';
import { selectFinding } from './queries.ts';

const TERMS = {
  employment: 'contract',
  remote: 'hybrid',
  place: 'Lyon',
  countries: ['France'],
  payMin: 20,
  payCurrency: 'EUR',
  payPeriod: 'hour',
};

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  // A settled member, whose jobs are not held.
  ana = await settle(app, await buildMember(app));
  ben = await buildMember(app);
});

const save = (query: object, cadence?: string, by: TestMember | null = ben) =>
  app.call(createSavedSearch, { token: by?.token ?? null, body: { query, ...(cadence ? { cadence } : {}) } });
const list = async (by = ben) => {
  const response = await app.call(listSavedSearches, { token: by.token, query: {} });
  return response.ok ? response.body : [];
};
/** Publishes a job, compares it with the searches, and notifies the members. */
async function publish(fields: object = {}, by = ana, notifies = true): Promise<string> {
  const { _id } = await buildPost(app, by, { postType: 'job', title: 'Baker', ...TERMS, ...fields });
  await matchSearches(app.services, _id);
  if (notifies) await sendDueNotifications(app.services);
  return _id;
}
const isMatched = async (id: string) => {
  const { rows } = await sql`SELECT 1 FROM open_jobs WHERE post_id = ${id}::uuid AND matched`.execute(app.services.db);
  return rows.length === 1;
};
const matchesOf = async ({ token }: TestMember) => {
  const response = await app.call(listNotifications, { token, query: {} });
  return response.ok ? response.body.notifications.filter(({ kind }) => kind === 'jobMatched') : [];
};

describe('A search', () => {
  it('is saved once, listed, and deleted only by its owner', async () => {
    const first = await succeed(save({ keyword: 'baker', payMin: '20', payCurrency: 'EUR', payPeriod: 'hour' }));
    expect(first.body.link).toBe('/jobs?q=baker&payMin=20&payPeriod=hour&payCurrency=EUR');
    await save({ payMin: '20', payPeriod: 'hour', payCurrency: 'EUR', keyword: 'baker', hashtag: '' }, 'weekly');
    expect(await list()).toMatchObject([{ _id: first.body._id, cadence: 'weekly', query: { payMin: 20 } }]);
    expect(await list(ana)).toEqual([]);
    const remove = (by: TestMember) => app.call(deleteSavedSearch, { token: by.token, params: { id: first.body._id } });
    expect(await remove(ana)).toMatchObject({ ok: false, status: 404 });
    expect(await remove(ben)).toMatchObject({ ok: true });
    expect(await remove(ben)).toMatchObject({ ok: false, status: 404 });
  });

  it('reloads the list in the owner’s tabs when it is saved, changed or deleted', async () => {
    const reloads = await openTabFor('savedSearches', await listen(app), ben);
    const saved = await save({ keyword: 'baker' });
    await expect.poll(() => reloads.length).toBe(1);
    await save({ keyword: 'baker' }, 'weekly');
    await expect.poll(() => reloads.length).toBe(2);
    for (let times = 0; times < 2; times++)
      await app.call(deleteSavedSearch, { token: ben.token, params: { id: saved.ok ? saved.body._id : '' } });
    await save({});
    await save({ keyword: 'cook' });
    await expect.poll(() => reloads.length).toBe(4);
  });

  it('needs a filter, and counts towards a limit of twenty', async () => {
    expect(await save({}, 'instant', null)).toMatchObject({ ok: false, status: 401 });
    for (const query of [{}, { hashtag: '' }, { payMin: '3' }, { remote: 'x' }, { country: 'Atlantis' }])
      expect(await save(query), JSON.stringify(query)).toMatchObject({ ok: false, status: 422 });
    expect(await save({ keyword: 'a' }, 'hourly')).toMatchObject({ ok: false, status: 422 });
    const responses = await Promise.all(Array.from({ length: 22 }, (_, n) => save({ keyword: `word${n}` })));
    expect(responses.flatMap((response) => (response.ok ? [] : [response.status]))).toEqual([409, 409]);
  });
});

describe('A new job', () => {
  it('causes a notification for each search that it matches, whichever filter is used', async () => {
    const finding: object[] = [
      { keyword: 'bak' },
      { hashtag: 'bread' },
      { country: 'France' },
      { payMin: '20', payCurrency: 'EUR', payPeriod: 'hour' },
      { payMin: '0', payCurrency: 'EUR', payPeriod: 'hour' },
      { employment: 'contract' },
      { remote: 'hybrid', keyword: 'baker', hashtag: '#Bread' },
    ];
    const others: object[] = [
      { keyword: 'bakers' },
      { hashtag: 'cake' },
      { country: 'Spain' },
      { payMin: '21', payCurrency: 'EUR', payPeriod: 'hour' },
      { payMin: '2', payCurrency: 'USD', payPeriod: 'hour' },
      { payMin: '2', payCurrency: 'EUR', payPeriod: 'day' },
      { employment: 'full-time' },
      { remote: 'full', keyword: 'baker' },
    ];
    for (const query of [...finding, ...others]) expect(await save(query)).toMatchObject({ ok: true });
    await publish({ description: 'At night #bread' });
    expect(await matchesOf(ben)).toHaveLength(finding.length);
    // A job that can be done from anywhere matches every country.
    await publish({ remote: 'full', countries: [], title: 'Cook', employment: 'internship', payCurrency: 'CHF' });
    expect((await matchesOf(ben)).map(({ link }) => link)).toContain('/jobs?country=Spain');
  });

  it('is compared once, and several matches cause one notification', async () => {
    await save({ keyword: 'baker' });
    const job = await publish();
    expect(await matchesOf(ben)).toHaveLength(1);
    await matchSearches(app.services, job);
    const { rows } = await sql`SELECT 1 FROM saved_searches
      WHERE user_id = ${ben.id}::uuid AND notify_at IS NOT NULL`.execute(app.services.db);
    expect(rows).toEqual([]);
    await publish();
    await publish();
    expect(await matchesOf(ben)).toHaveLength(1);
  });

  it('causes one notification a day for a daily search', async () => {
    await save({ keyword: 'baker' }, 'daily');
    await publish();
    expect(await matchesOf(ben)).toHaveLength(1);
    await sql`UPDATE notifications SET read_at = now() WHERE user_id = ${ben.id}::uuid`.execute(app.services.db);
    await publish();
    expect(await matchesOf(ben)).toHaveLength(1);
    await sql`UPDATE saved_searches SET notify_at = notify_at - interval '1 day'
      WHERE user_id = ${ben.id}::uuid`.execute(app.services.db);
    await sendDueNotifications(app.services);
    expect(await matchesOf(ben)).toHaveLength(2);
  });

  it('causes no notification for its author, after a block or a mute, or if it is for connections', async () => {
    const cleo = await buildMember(app);
    const dora = await buildMember(app);
    for (const member of [ana, ben, cleo, dora]) await save({ keyword: 'baker' }, 'instant', member);
    await app.call(createMute, { token: dora.token, body: { kind: 'word', value: 'Bakér' } });
    await app.call(setBlock, { token: ben.token, body: { userId: ana.id, block: true } });
    await app.call(createMute, { token: cleo.token, body: { kind: 'member', value: ana.id } });
    await publish();
    await publish({ visibility: 'connections' }, await buildMember(app));
    for (const member of [ana, ben, cleo, dora]) expect(await matchesOf(member)).toEqual([]);
  });

  it('causes no notification for a member who can no longer see it, for whatever reason', async () => {
    const { db } = app.services;
    const leave: ((job: string) => unknown)[] = [
      () => app.call(setBlock, { token: ben.token, body: { userId: ana.id, block: true } }),
      () => app.call(setBlock, { token: ana.token, body: { userId: ben.id, block: true } }),
      () => app.call(createMute, { token: ben.token, body: { kind: 'member', value: ana.id } }),
      (id) => app.call(reportPost, { token: ben.token, body: { post_id: id } }),
      (id) => app.call(closeJob, { token: ana.token, params: { id }, body: {} }),
      (id) => sql`UPDATE open_jobs SET expires_at = now() WHERE post_id = ${id}::uuid`.execute(db),
      (id) => app.call(updatePost, { token: ana.token, body: { _id: id, visibility: 'connections' } }),
      (id) => app.call(deletePost, { token: ana.token, params: { id } }),
    ];
    for (const [index, act] of leave.entries()) {
      [ana, ben] = [await settle(app, await buildMember(app)), await buildMember(app)];
      await save({ keyword: 'baker' });
      await act(await publish({}, ana, false));
      await sendDueNotifications(app.services);
      expect(await matchesOf(ben), `${index}`).toEqual([]);
      // There was no notification, so the next match is notified at once.
      await sql`UPDATE saved_searches SET cadence = 'weekly' WHERE user_id = ${ben.id}::uuid`.execute(db);
      await publish({}, await buildMember(app));
      expect(await matchesOf(ben), `${index}`).toHaveLength(1);
    }
  });

  it('that is deleted before the notification leaves the earlier matches', async () => {
    await save({ keyword: 'baker' });
    const first = await publish({}, ana, false);
    const second = await publish({}, ana, false);
    await app.call(deletePost, { token: ana.token, params: { id: second } });
    await sendDueNotifications(app.services);
    expect(await matchesOf(ben)).toMatchObject([{ parent_id: first }]);
    const { rows } = await sql`SELECT 1 FROM saved_search_jobs
      WHERE search_id IN (SELECT id FROM saved_searches WHERE user_id = ${ben.id}::uuid)`.execute(app.services.db);
    expect(rows).toEqual([]);
  });

  it('that was held causes the notification once it is released', async () => {
    const owner = await buildStaff(app, 'owner');
    const { addFilter, decide } = createFiltering(() => ({ app, owner, ana }));
    await addFilter();
    await save({ keyword: 'baker' });
    const id = await publish({ title: 'Baker in a casino' });
    expect(await matchesOf(ben)).toEqual([]);
    await decide(id, 'none');
    await endFiltering(app);
    await expect.poll(() => isMatched(id)).toBe(true);
    await sendDueNotifications(app.services);
    expect(await matchesOf(ben)).toHaveLength(1);
  });

  it('for connections causes the notification once it is public', async () => {
    await save({ keyword: 'baker' });
    const id = await publish({ visibility: 'connections' });
    await app.call(updatePost, { token: ana.token, body: { _id: id, visibility: 'public' } });
    await expect.poll(() => isMatched(id)).toBe(true);
    await sendDueNotifications(app.services);
    expect(await matchesOf(ben)).toHaveLength(1);
  });

  it('is compared by the job queue when it is published', async () => {
    await save({ keyword: 'baker' });
    await buildPost(app, ana, { postType: 'job', title: 'Baker' });
    const due = async () => {
      const { rows } = await sql`SELECT 1 FROM saved_searches
        WHERE user_id = ${ben.id}::uuid AND newest_post_id IS NOT NULL`.execute(app.services.db);
      return rows.length;
    };
    await expect.poll(due).toBe(1);
  });
});

it('Of ten thousand saved searches, only those with a key of the job are read', async () => {
  const { db } = app.services;
  // The job is compared before there are any searches: a match would mark the search, which leaves a second row
  // version.
  const job = await publish({ title: 'Zither7770 wanted' });
  const words = ['zither', 'cook', 'painter', 'singer', 'gardener', 'welder', 'tutor', 'editor', 'driver', 'nurse'];
  const rows = Array.from({ length: 10_000 }, (_, n) => {
    const query: JobSearch = { keyword: `${words[n % 10]}${n}` };
    return { query, key: keyOf(query, [`${words[n % 10]}${n}`]), terms: `'${words[n % 10]}${n}':*` };
  });
  await sql`
    INSERT INTO saved_searches (id, user_id, query, cadence, key, terms)
    SELECT gen_random_uuid(), ${ben.id}::uuid, query, 'instant', key, terms
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(query jsonb, key text, terms text)`.execute(db);
  await sql`ANALYZE saved_searches`.execute(db);
  const keys = keysOf({ words: ['zither7770', 'wanted'], hashtags: [], terms: null }, []);
  const plan = await explain(db, (tx) => selectFinding(tx, { postId: job, text: '' }, keys), { analyze: true });
  const found = await selectFinding(db, { postId: job, text: '' }, keys);
  expect(found).toHaveLength(1);
  expect(plan).toContain('saved_searches_key');
  // Only the searches for zithers, a tenth of all.
  const read = /saved_searches_key[^"]*?rows=[\d.]+[^"]*?actual rows=([\d.]+)/.exec(plan)?.[1];
  expect(Number(read)).toBe(1_000);
});
