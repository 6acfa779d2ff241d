/** Members for tests, made through the calls a person makes. */
import { login, type OwnUser, signup } from '@afterhours/contract/account';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'Lantern42light';

let made = 0;

/** The fields of a sign-up that passes, with what a test wants different. */
export function buildSignup(fields: Record<string, unknown> = {}) {
  made++;
  return {
    email: `member${made}@example.com`,
    password: PASSWORD,
    phone: '1234567890',
    firstName: `Ana${made}`,
    lastName: 'Lima',
    dob: '01-02-1990',
    country: 'Portugal',
    profession: 'Photographer',
    ...fields,
  };
}

export type TestMember = { token: string; user: OwnUser; id: string };

/** Signs a new member up and in. */
export async function buildMember(app: TestApp, fields: Record<string, unknown> = {}): Promise<TestMember> {
  const body = buildSignup(fields);
  const created = await app.call(signup, { body });
  if (!created.ok) throw new Error(`sign-up failed: ${created.message}`);
  return signIn(app, body);
}

/** A further session of a member. */
export async function signIn(
  app: Pick<TestApp, 'call'>,
  { email, password }: { email: string; password: string },
): Promise<TestMember> {
  const entered = await app.call(login, { body: { email, password } });
  if (!entered.ok) throw new Error(`sign-in failed: ${entered.message}`);
  if (!('token' in entered.body)) throw new Error('this member has two-step verification on');
  const { token, user } = entered.body;
  return { token, user, id: user._id };
}
