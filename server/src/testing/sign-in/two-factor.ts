import { enableTwoFactor, startTwoFactor } from '@afterhours/contract/account/two-factor';
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
  const started = await app.call(startTwoFactor, { token, body: { password: PASSWORD } });
  if (!started.ok) throw new Error(started.message);
  const { secret } = started.body;
  // Not the code of the step before, which is no longer valid if the present step ends now.
  const enabled = await app.call(enableTwoFactor, { token, headers, body: { code: codeOf(secret) } });
  if (!enabled.ok) throw new Error(enabled.message);
  await app.database.pool.query('UPDATE two_factor SET last_step = 0 WHERE user_id = $1', [member.id]);
  return { secret, recoveryCodes: enabled.body.recoveryCodes };
}
