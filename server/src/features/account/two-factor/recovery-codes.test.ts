import * as contract from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, PASSWORD } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import type * as passwordModule from '../sign-in/passwords.ts';

let app: TestApp;
/** For each code that was hashed, whether the rows of its member were free. */
const free: boolean[] = [];

vi.mock('../sign-in/passwords.ts', async (load) => {
  const passwords = await load<typeof passwordModule>();
  return {
    ...passwords,
    hashSalted: async (secret: string, userId: string): Promise<Buffer> => {
      const { rows } = await sql`
        SELECT 1 FROM users u JOIN two_factor t ON t.user_id = u.id WHERE u.id = ${userId}::uuid
        FOR UPDATE SKIP LOCKED`.execute(app.services.db);
      free.push(rows.length === 1);
      return passwords.hashSalted(secret, userId);
    },
  };
});

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('Nothing of a member is locked while new recovery codes are hashed', async () => {
  const ana = await buildMember(app);
  const { secret } = await turnOnTwoFactor(app, ana);
  const body = { password: PASSWORD, code: codeOf(secret) };
  await succeed(app.call(contract.renewRecoveryCodes, { token: ana.token, body }));
  expect(free.length).toBe(2 * contract.RECOVERY_CODES);
  expect(free).not.toContain(false);
});
