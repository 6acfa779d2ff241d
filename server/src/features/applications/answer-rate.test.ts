import { updateApplication } from '@afterhours/contract/jobs/applications';
import { getPost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildApplication } from '#testing/rows/applications.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { tidyApplications } from './commands.ts';

let app: TestApp;
let ana: TestMember;
let job: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = await buildMember(app);
  job = (await buildPost(app, ana, { postType: 'job', title: 'Baker' }))._id;
});

const applyAs = (by: TestMember, id = job) => buildApplication(app, by, id);
const update = (id: string, body: object) => app.call(updateApplication, { token: ana.token, params: { id }, body });
const jobAs = async (by: TestMember) => {
  return (await succeed(app.call(getPost, { token: by.token, params: { id: job } }))).body;
};
/** Backdates a column of the job's applications by this much time. */
const backdate = (column: 'created_at' | 'answered_at', time: string) =>
  sql`UPDATE job_applications SET ${sql.ref(column)} = ${sql.ref(column)} - ${time}::interval
    WHERE post_id = ${job}::uuid`.execute(app.services.db);

describe("An author's answer rate", () => {
  /**
   * Counts from the rows alone: of the applications that were answered or are older than 14 days, the percentage that
   * was answered within 14 days.
   */
  const recount = async () => {
    const { rows } = await sql<{ rate: number | null }>`
      SELECT CASE WHEN count(*) >= 5 THEN round(100.0 * count(*) FILTER (
        WHERE answered_at <= created_at + interval '14 days') / count(*))::integer END AS rate
      FROM job_applications WHERE poster_id = ${ana.id}::uuid
        AND (answered_at IS NOT NULL OR (created_at <= now() - interval '14 days' AND status <> 'withdrawn'))`.execute(
      app.services.db,
    );
    return rows[0]?.rate ?? null;
  };
  const shown = async () => (await jobAs(ana)).job?.answerRate ?? null;

  it('is counted for several authors in a fixed order, so that two servers cannot deadlock', async () => {
    const { db } = app.services;
    const [first, last] = [await buildMember(app), await buildMember(app)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (!first || !last) throw new Error('two members were built');
    const applicant = await buildMember(app);
    for (const poster of [last, first]) {
      const { _id } = await buildPost(app, poster, { postType: 'job', title: 'Baker' });
      await applyAs(applicant, _id);
      await sql`INSERT INTO answer_rates (user_id) VALUES (${poster.id}::uuid)`.execute(db);
    }
    const late = [first.id, last.id];
    await sql`UPDATE job_applications SET created_at = created_at - interval '15 days'
      WHERE poster_id = ANY (${late}::uuid[])`.execute(db);
    let counting: Promise<void> | undefined;
    await inTransaction(app.services, async (tx) => {
      await sql`SELECT FROM answer_rates WHERE user_id = ${first.id}::uuid FOR UPDATE`.execute(tx.db);
      counting = tidyApplications(app.services);
      await expectBlocked(app, 'counted = TRUE');
      await sql`SELECT FROM answer_rates WHERE user_id = ${last.id}::uuid FOR UPDATE NOWAIT`.execute(tx.db);
    });
    await counting;
    const { rows } = await sql`SELECT 1 FROM answer_rates
      WHERE user_id = ANY (${late}::uuid[]) AND applications = 1`.execute(db);
    expect(rows).toHaveLength(2);
  });

  it('is shown once there are five applications, and equals its recount', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.push(await applyAs(await buildMember(app)));
    for (const id of ids.slice(0, 3)) await update(id, { status: 'talking' });
    expect([await shown(), await recount()]).toEqual([null, null]);
    await backdate('created_at', '15 days');
    await backdate('answered_at', '15 days');
    await update(ids[4] ?? '', { status: 'hired' });
    await tidyApplications(app.services);
    const { rows } = await sql`SELECT applications, answered FROM answer_rates
      WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    expect(rows).toEqual([{ applications: 7, answered: 3 }]);
    expect(await recount()).toBe(43);
    await sql`DELETE FROM job_applications WHERE id = ${ids[0]}::uuid`.execute(app.services.db);
    expect(await recount()).toBe(33);
    job = (await buildPost(app, ana, { postType: 'job', title: 'Cook' }))._id;
    expect(await shown()).toBe(33);
  });
});
