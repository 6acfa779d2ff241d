import { enableTwoFactor, startTwoFactor } from '@afterhours/contract/account/two-factor';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '#testing/test-app.ts';
import { PASSWORD, type TestMember } from '../rows/members.ts';
import { codeOf } from './authenticator.ts';

/** Turns on two-step verification for a member. The codes of the present step and of later ones are unused. */
export async function turnOnTwoFactor(
  app: TestApp,
  member: TestMember,
  headers: Record<string, string> = {},
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { token } = member;
  const started = await succeed(app.call(startTwoFactor, { token, body: { password: PASSWORD } }));
  const { secret } = started.body;
  // Not the code of the step before, which is no longer valid if the present step ends now.
  const enabled = await succeed(app.call(enableTwoFactor, { token, headers, body: { code: codeOf(secret) } }));
  await app.database.pool.query('UPDATE two_factor SET last_step = 0 WHERE user_id = $1', [member.id]);
  return { secret, recoveryCodes: enabled.body.recoveryCodes };
}
