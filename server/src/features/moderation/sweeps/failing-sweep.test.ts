import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resumeStalled } from '#platform/jobs/batches.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { sweeps } from './sweep-commands.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Lets every batch of the sweeps of these members fail. */
async function breakSweepsOf(members: readonly TestMember[]): Promise<void> {
  const ids = sql.join(members.map(({ id }) => sql.lit(id)));
  await sql`CREATE OR REPLACE FUNCTION break_sweep() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.member_id::text IN (${ids}) THEN RAISE 'broken on purpose'; END IF;
      RETURN NEW;
    END $$`.execute(app.services.db);
}

it('A sweep that always fails does not keep later ones from being resumed', async () => {
  const moderator = await buildStaff(app, 'moderator');
  const [first, second] = [await buildMember(app), await buildMember(app)];
  await breakSweepsOf([first, second]);
  await sql`CREATE TRIGGER break_sweep BEFORE UPDATE ON sweeps FOR EACH ROW EXECUTE FUNCTION break_sweep()`.execute(
    app.services.db,
  );
  const reasons = { rule: 'No spam', facts: 'The same link everywhere.', statement: 'We hid it.' };
  for (const member of [first, second]) {
    await buildPost(app, member);
    const body = { posted: 'all' as const, cases: false, action: 'hide' as const, ...reasons };
    await app.call(startSweep, { token: moderator.token, params: { id: member.id }, body });
  }
  const selectFinished = () =>
    app.services.db.selectFrom('sweeps').select('member_id').where('finished_at', 'is not', null).execute();
  // A sweep is left out while a job is trying it.
  const resume = () => resumeStalled(sweeps(app.services)).then(() => 'done', String);
  await expect.poll(resume).toContain('broken on purpose');
  expect(await selectFinished()).toEqual([]);
  await breakSweepsOf([first]);
  await expect.poll(resume).toContain('broken on purpose');
  await expect.poll(selectFinished).toEqual([{ member_id: second.id }]);
});
