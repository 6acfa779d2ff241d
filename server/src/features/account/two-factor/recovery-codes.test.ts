import * as contract from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import { Piscina } from 'piscina';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { lockMember } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, PASSWORD } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('Nothing of a member is locked while new recovery codes are hashed', async () => {
  const ana = await buildMember(app);
  /** For each code that is hashed, whether the rows of the member are free. */
  const free: boolean[] = [];
  // A module that other test files have loaded cannot be replaced, but the threads that compute the hashes can.
  const threads = Object.create(null, Object.getOwnPropertyDescriptors(Piscina.prototype)) as Piscina;
  vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (this: Piscina, ...work) {
    if (work[1]?.name !== 'hashSalted') return threads.run.apply(this, work);
    const { rows } = await sql`
      SELECT 1 FROM users u JOIN two_factor t ON t.user_id = u.id WHERE u.id = ${ana.id}::uuid
      FOR SHARE SKIP LOCKED`.execute(app.services.db);
    free.push(rows.length === 1);
    return threads.run.apply(this, work);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { secret } = await turnOnTwoFactor(app, ana);
  const body = { password: PASSWORD, code: codeOf(secret) };
  await succeed(app.call(contract.renewRecoveryCodes, { token: ana.token, body }));
  expect(free.length).toBe(2 * contract.RECOVERY_CODES);
  expect(free).not.toContain(false);
});

it('Codes are renewed after another change to the same account, so that two new sets replace each other', async () => {
  const ana = await buildMember(app);
  const { secret } = await turnOnTwoFactor(app, ana);
  const body = { password: PASSWORD, code: codeOf(secret) };
  const renewed = await inTransaction(app.services, async ({ db }) => {
    await lockMember(db, ana.id);
    const renewing = app.call(contract.renewRecoveryCodes, { token: ana.token, body });
    await expectBlocked(app, 'for update');
    return { renewing };
  });
  expect(await renewed.renewing).toMatchObject({ ok: true });
});
