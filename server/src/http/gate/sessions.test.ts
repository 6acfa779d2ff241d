import { getProfile, logout } from '@afterhours/contract/account/account';
import { deleteOtherSessions } from '@afterhours/contract/account/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const readStatus = async (member = ana) => (await app.call(getProfile, { token: member.token })).status;
/** Returns how many session look-ups one call causes in the database. */
async function countLookUps(): Promise<number> {
  let count = 0;
  const stop = app.database.onStatement((statement) => {
    if (/FROM sessions s JOIN users/.test(statement)) count++;
  });
  await readStatus();
  stop();
  return count;
}

describe('A cached session', () => {
  it('is loaded from the database once, not for every call', async () => {
    await readStatus();
    expect([await countLookUps(), await countLookUps()]).toEqual([0, 0]);
    app.services.sessions.drop(await sessionId());
    expect(await countLookUps()).toBe(1);
  });

  const sessionId = async () =>
    (await app.services.db.selectFrom('sessions').select('id').where('user_id', '=', ana.id).executeTakeFirstOrThrow())
      .id;

  it("is reloaded after its member changes, in all their sessions and in nobody else's", async () => {
    const other = await buildMember(app);
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    const isCached = (member: { token: string }) => app.services.sessions.cached(member.token) !== null;
    for (const member of [ana, second, other]) await readStatus(member);
    expect([ana, second, other].map(isCached)).toEqual([true, true, true]);
    app.services.sessions.dropOf(ana.id);
    expect([ana, second, other].map(isCached)).toEqual([false, false, true]);
    expect([await readStatus(), await readStatus(second)]).toEqual([200, 200]);
  });

  it('is over for the very next call after its member ends it', async () => {
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    expect([await readStatus(), await readStatus(second)]).toEqual([200, 200]);
    await app.call(deleteOtherSessions, { token: ana.token });
    expect([await readStatus(), await readStatus(second)]).toEqual([200, 401]);
    await app.call(logout, { token: ana.token });
    expect(await readStatus()).toBe(401);
  });

  it('is over here after it was ended elsewhere, by any means', async () => {
    expect(await readStatus()).toBe(200);
    await sql`DELETE FROM sessions WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    await expect.poll(() => readStatus()).toBe(401);
  });

  it('is loaded for each call while no database notifications arrive', async () => {
    await readStatus();
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE application_name = 'afterhours-notices' AND datname = current_database()`.execute(app.services.db);
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(app.services.db);
    await expect.poll(() => app.services.dbNotifications.reliable, { interval: 5 }).toBe(false);
    expect(await countLookUps()).toBe(1);
    await expect.poll(() => app.services.dbNotifications.reliable, { timeout: 5_000 }).toBe(true);
    await readStatus();
    expect(await countLookUps()).toBe(0);
  });
});
