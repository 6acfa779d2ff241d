import { listMails, listRefused, resumeMails, retryMails } from '@afterhours/contract/moderation/staff-mails';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
  ana = await buildMember(app);
});
beforeEach(async () => {
  for (const rows of ['jobs.job', 'notification_mails', 'notification_digests'])
    await sql`DELETE FROM ${sql.table(rows)}`.execute(app.services.db);
});
afterAll(() => app.close());

/** The test app runs no jobs, so these rows stay as they are. */
const addJob = (tries: number, hoursAgo: number) =>
  sql`
    INSERT INTO jobs.job (name, data, state, retry_count, output, created_on, start_after)
    VALUES ('account.notice', ${JSON.stringify({ to: 'ana@example.com', name: 'Ana' })}::jsonb,
      ${tries > 0 ? 'retry' : 'created'}, ${tries}, '{"message":"451 try later"}',
      now() - make_interval(hours => ${hoursAgo}), now() + interval '1 hour')`.execute(app.services.db);

const addMail = (table: string, { member = ana, tries = 2, hoursAgo = 1, due = '1 hour' } = {}) =>
  sql`
    INSERT INTO ${sql.table(table)} (user_id, since, due_at, tries, error)
    VALUES (${member.id}, now() - make_interval(hours => ${hoursAgo}), now() + ${due}::interval, ${tries},
      ${tries > 0 ? '421 not now' : null})`.execute(app.services.db);

const list = async (query: Partial<{ state: 'failing' | 'waiting'; cursor: string; limit: string }> = {}) => {
  return await succeed(app.call(listMails, { token: owner.token, query: { limit: '20', ...query } }));
};

describe('The list of mails for owners', () => {
  it('shows failed mails, oldest first, with the reply of the mail server', async () => {
    await addJob(3, 2);
    await addJob(0, 5);
    await addMail('notification_mails', { hoursAgo: 3 });
    await addMail('notification_digests', { hoursAgo: 1, tries: 4 });
    const { body } = await list();
    expect(body.map(({ what, tries, error, to }) => [what, tries, error, to])).toEqual([
      ['notifications', 2, '421 not now', ana.user.email],
      ['account.notice', 3, '451 try later', 'ana@example.com'],
      ['digest', 4, '421 not now', ana.user.email],
    ]);
  });

  it('shows mails that wait for their first attempt, and digests only once they are due', async () => {
    const ben = await buildMember(app);
    await addJob(0, 2);
    await addJob(1, 2);
    await addMail('notification_mails', { tries: 0 });
    await addMail('notification_digests', { tries: 0 });
    await addMail('notification_digests', { member: ben, tries: 0, hoursAgo: 4, due: '-1 minute' });
    const { body } = await list({ state: 'waiting' });
    expect(body.map(({ what }) => what)).toEqual(['digest', 'account.notice', 'notifications']);
  });

  it('comes in pages with each mail once, even if a hundred fail at the same moment', async () => {
    await sql`
      INSERT INTO jobs.job (name, data, state, retry_count, created_on)
      SELECT 'account.notice', '{}', 'retry', 1, '2026-01-01' FROM generate_series(1, 100)`.execute(app.services.db);
    await addMail('notification_mails');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, nextCursor } = await list({ limit: '30', ...(cursor && { cursor }) });
      seen.push(...body.map(({ _id }) => _id));
      cursor = nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([101, 101]);
  });

  it('retries all failing mails at once, and leaves the others as scheduled', async () => {
    await addJob(3, 2);
    await addJob(0, 2);
    await addMail('notification_mails', { tries: 0 });
    await addMail('notification_digests');
    const response = await app.call(retryMails, { token: owner.token });
    expect(response).toMatchObject({ body: { retried: 2 }, message: '2 emails are being sent again now.' });
    const due = async (state: 'failing' | 'waiting') =>
      (await list({ state })).body.map(({ nextTryAt }) => Date.parse(nextTryAt) <= Date.now());
    expect([await due('failing'), await due('waiting')]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('names the members whose addresses refuse mails, and resumes their mails on request', async () => {
    const [ben, cleo] = [await buildMember(app), await buildMember(app)];
    await app.services.db
      .insertInto('notification_settings')
      .values([
        { user_id: ben.id, stopped: 'refused', refusals: 3 },
        { user_id: cleo.id, stopped: 'unsubscribed' },
      ])
      .execute();
    const refused = async () => {
      const response = await app.call(listRefused, { token: owner.token, query: {} });
      return response.ok ? response.body : response.message;
    };
    expect(await refused()).toMatchObject([{ user: { _id: ben.id }, email: ben.user.email }]);
    expect(await app.call(resumeMails, { token: owner.token })).toMatchObject({ body: { resumed: 1 } });
    expect(await refused()).toEqual([]);
    const rows = await app.services.db.selectFrom('notification_settings').select(['user_id', 'stopped']).execute();
    expect(rows.find(({ user_id }) => user_id === cleo.id)?.stopped).toBe('unsubscribed');
  });
});
