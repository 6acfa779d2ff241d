import { DAY_MS } from '@afterhours/contract/base/durations';
import { decideJoinRequests } from '@afterhours/contract/community/join-requests';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { getOverview } from '@afterhours/contract/moderation/overview';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { up as addAcceptance } from '#db/migrations/0200-accepted-members.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { storeReport } from '#db/statements/operator-reports.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { withRefusals } from '#platform/mail/with-refusals.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectDays, storeFigures } from './figures.ts';
import { selectWork } from './overview-queries.ts';

let app: TestApp;
let owner: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
  ana = await buildMember(app);
});
afterAll(() => app.close());

async function overview(by = owner) {
  return (await succeed(app.call(getOverview, { token: by.token }))).body;
}
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Inserts posts on an earlier day, with ids of that day. */
async function insertOld(days: number, count: number): Promise<void> {
  const noon = new Date(Math.floor(daysAgo(days).getTime() / DAY_MS) * DAY_MS + DAY_MS / 2);
  const prefix = firstIdAt(noon).slice(0, 24);
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, created_at)
    SELECT (${prefix} || lpad(to_hex(n), 12, '0'))::uuid, ${ana.id}::uuid, 'general', 'Old', ${noon}
    FROM generate_series(1, ${count}::integer) n`.execute(app.services.db);
}

describe('The overview', () => {
  it('is for owners only', async () => {
    const moderator = await buildStaff(app, 'moderator');
    expect(await app.call(getOverview, { token: moderator.token })).toMatchObject({ status: 403, reason: 'staff' });
  });

  it("counts members, and each day's new members and posts, before and after the job has run", async () => {
    const before = await overview();
    await insertOld(2, 3);
    await buildPost(app, ana);
    await buildMember(app);
    const now = await overview();
    expect(now.members).toBe(before.members + 1);
    expect(now.days).toHaveLength(30);
    expect(now.days.at(-1)).toEqual({
      day: dayOf(new Date()),
      members: (before.days.at(-1)?.members ?? 0) + 1,
      posts: 1,
    });
    expect(now.days.at(-3)).toEqual({ day: dayOf(daysAgo(2)), members: 0, posts: 3 });
    await storeFigures(app.services.db);
    expect((await overview()).days).toEqual(now.days);
    await buildPost(app, ana);
    await insertOld(1, 5);
    expect((await overview()).days.at(-1)?.posts).toBe(2);
    // Yesterday had been counted before it ended.
    await storeFigures(app.services.db);
    expect((await overview()).days.at(-2)?.posts).toBe(5);
  });

  it('counts a large day up to a bound, and exactly once the job has run', async () => {
    await app.services.db.deleteFrom('daily_figures').execute();
    await insertOld(9, 1_500);
    expect((await overview()).days.at(-10)?.posts).toBe(1_000);
    await storeFigures(app.services.db);
    expect((await overview()).days.at(-10)?.posts).toBe(1_500);
  });

  it('counts a member who had to ask to join on the day of the acceptance, also from before an upgrade', async () => {
    const { db } = app.services;
    const ids = ['a', 'b', 'c'].map((end) => `${firstIdAt(daysAgo(4)).slice(0, -1)}${end}`);
    await sql`
      WITH asking AS (
        INSERT INTO users (id, email, username, first_name, last_name)
        SELECT id::uuid, id || '@example.com', 'asker.' || id, 'Ada', 'Lind' FROM unnest(${ids}::text[]) id
        RETURNING id)
      INSERT INTO join_requests (user_id, answer, ready_at) SELECT id, 'I make lamps.', now() FROM asking`.execute(db);
    const before = await overview();
    const decide = async (at: number, action: string) =>
      succeed(
        app.call(decideJoinRequests, { token: owner.token, body: { ids: [ids[at]], action, words: 'You are few.' } }),
      );
    await decide(0, 'accept');
    await decide(1, 'accept');
    await decide(2, 'refuse');
    const expected = before.days.map((day, at) => (at === 29 ? { ...day, members: day.members + 2 } : day));
    expect(before.days.at(-5)?.members).toBe(0);
    expect((await overview()).days).toEqual(expected);
    await storeFigures(db);
    expect((await overview()).days).toEqual(expected);
    await sql`ALTER TABLE users DROP COLUMN accepted_at`.execute(db);
    await addAcceptance(db as unknown as Kysely<unknown>);
    expect((await overview()).days).toEqual(expected);
  });

  it('reports pending work, and how long decisions take', async () => {
    const before = await overview();
    expect(before.reports).toEqual({ open: 0, medianHours: null, decided: 0 });
    const post = await buildPost(app, ana);
    await app.call(reportPost, { token: owner.token, body: { post_id: post._id } });
    const { members } = await overview();
    await buildWaiting(app);
    // Whoever asks to join is not a member yet.
    expect(await overview()).toMatchObject({
      members,
      reports: { open: 1, medianHours: null },
      requestsWaiting: 1,
    });
    await sql`UPDATE cases SET created_at = now() - interval '6 hours'`.execute(app.services.db);
    const found = await app.call(listCases, { token: owner.token });
    const params = { id: found.ok ? (found.body[0]?._id ?? '') : '' };
    const body = { action: 'none', rule: 'Be kind', statement: 'It is kind.' };
    expect(await app.call(decideCase, { token: owner.token, params, body })).toMatchObject({ ok: true });
    const { reports } = await overview();
    expect(reports.open).toBe(0);
    expect(reports.medianHours).toBeCloseTo(6, 1);
    expect(reports.decided).toBe(1);
    const sweep = { posted: 'all', cases: false, action: 'hide', rule: 'Be kind', statement: 'It is not kind.' };
    const swept = await app.call(startSweep, { token: owner.token, params: { id: ana.id }, body: sweep });
    expect(swept).toMatchObject({ ok: true });
    await sql`
      INSERT INTO decisions (id, case_id, subject_kind, subject_id, member_id, automated, action)
      SELECT uuidv7(), id, subject_kind, subject_id, member_id, TRUE, 'hold' FROM cases`.execute(app.services.db);
    const { reports: after } = await overview();
    expect(after).toEqual(reports);
  });

  it('counts pending jobs, and the mails among them', async () => {
    const { db } = app.services;
    // The app creates and runs its own jobs at the same time.
    await expect
      .poll(async () => {
        await sql`DELETE FROM jobs.job`.execute(db);
        await sql`
          INSERT INTO jobs.job (name, data, start_after)
          SELECT name, '{}', now() + interval '1 hour'
            FROM unnest(ARRAY['account.notice', 'feed.cleanup']) name`.execute(db);
        const { jobs, mail } = await overview();
        return [jobs.waiting, mail.waiting];
      })
      .toEqual([2, 1]);
  });

  it('counts each address that refuses mail once, until it accepts one', async () => {
    const { db } = app.services;
    let code = 550;
    const server = withRefusals(
      {
        send: async () => {
          if (code > 0) throw Object.assign(new Error('refused'), { responseCode: code });
        },
        close: () => undefined,
      },
      db,
    );
    const message: MailMessage = { to: 'Gone@example.com', subject: '', text: '', html: '', essence: '' };
    for (let tries = 0; tries < 3; tries++) await expect(server.send(message)).rejects.toThrow('refused');
    expect((await overview()).mail.refused).toBe(1);
    code = 452;
    await expect(server.send({ ...message, to: 'full@example.com' })).rejects.toThrow('refused');
    expect((await overview()).mail.refused).toBe(1);
    code = 0;
    await server.send({ ...message, to: 'gone@example.com' });
    expect((await overview()).mail.refused).toBe(0);
  });

  it("reports the latest backup, the doctor's findings, the size and the versions", async () => {
    expect(await overview()).toMatchObject({ backup: null, doctor: null });
    const { pool } = app.database;
    await storeReport(pool, { kind: 'backup', name: '', report: { bytes: 1_000, files: 7 } });
    const finding = { level: 'warn', text: 'It is nearly full', advice: 'Free some.' };
    await storeReport(pool, { kind: 'doctor', name: 'Disk', report: [finding] });
    await storeReport(pool, { kind: 'doctor', name: 'Mail', report: [] });
    const now = await overview();
    expect(now.backup).toMatchObject({ bytes: 1_000, files: 7 });
    expect(now.doctor?.findings).toEqual([{ check: 'Disk', ...finding, at: expect.any(String) }]);
    await sql`UPDATE operator_reports SET made_at = '2026-01-02T03:04:05Z' WHERE name = 'Disk'`.execute(
      app.services.db,
    );
    const later = (await overview()).doctor;
    expect(later?.findings).toMatchObject([{ check: 'Disk', at: '2026-01-02T03:04:05.000Z' }]);
    expect(later?.at).toBe(now.doctor?.at);
    expect(now.storage.database).toBeGreaterThan(1_000_000);
    expect(now.versions).toMatchObject({
      product: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.version,
      database: expect.stringMatching(/^\d+/),
      schema: expect.stringMatching(/^\d{4}-/),
    });
    await storeReport(pool, { kind: 'doctor', name: 'Disk', report: [] });
    expect((await overview()).doctor?.findings).toEqual([]);
  });

  it('is read from indexes, in a constant number of statements', async () => {
    const { db } = app.services;
    const plan = await explain(db, async (tx) => {
      await selectDays(tx);
      await selectWork(tx);
    });
    for (const index of [
      'users_pkey',
      'users_accepted',
      'posts_pkey',
      'join_requests_ready',
      'mail_refusals_age',
      'decisions_pkey',
    ])
      expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    expect(await app.countStatements(overview)).toBe(7);
  });
});
