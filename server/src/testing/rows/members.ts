/** Members for tests. */
import { login, type OwnUser, signupBody } from '@afterhours/contract/account/account';
import { sql } from 'kysely';
import { inTransaction } from '#db/statements/transaction.ts';
import { deriveUsername, loadOwnUser, openSession } from '#features/account/loaders.ts';
import { insertUser, setEmailVerified, toSignupColumns } from '#features/account/queries.ts';
import { hashPassword } from '#features/account/sign-in/passwords.ts';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';

export const PASSWORD = 'Lantern42light';

let memberCount = 0;

/** Returns the fields of a valid sign-up, with a test's changes. */
export function buildSignup(fields: Record<string, unknown> = {}) {
  memberCount++;
  return {
    email: `member${memberCount}@example.com`,
    password: PASSWORD,
    phone: '1234567890',
    firstName: `Ana${memberCount}`,
    lastName: 'Lima',
    dob: '01-02-1990',
    country: 'Portugal',
    profession: 'Photographer',
    ...fields,
  };
}

export type TestMember = { token: string; user: OwnUser; id: string };

/** Hashing is slow by design, so members with the same password share its hash. */
const hashes = new Map<string, Promise<string>>();

function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Inserts a new member with a session and, unless `confirmed` is false, a confirmed address; sends no mail. */
export async function buildMember(app: TestApp, fields: Record<string, unknown> = {}): Promise<TestMember> {
  const body = signupBody.parse(buildSignup(fields));
  const { db } = app.services;
  const username = body.username ?? `${deriveUsername(body.firstName, body.lastName, 0)}.${memberCount}`;
  const passwordHash = await hashOnce(body.password);
  const userId = await insertUser(db, toSignupColumns(body, { username, passwordHash }));
  if (fields.confirmed !== false) await setEmailVerified(db, userId);
  const device = { token: null, setCookie: () => undefined };
  const place = { userAgent: 'Vitest', address: '127.0.0.1', device };
  const token = await inTransaction(app.services, (tx) =>
    openSession(app.services, tx, { userId, passwordHash, method: 'password' }, place),
  );
  if (token === null) throw new Error('no session');
  return { token, user: await loadOwnUser(db, userId), id: userId };
}

/** A tuple of this length, so that a test can name each member. */
type Members<N extends number, Some extends TestMember[] = []> = Some['length'] extends N
  ? Some
  : Members<N, [...Some, TestMember]>;

/** Inserts several new members concurrently. */
export const buildMembers = async <N extends number>(app: TestApp, count: N): Promise<Members<N>> =>
  (await Promise.all(Array.from({ length: count }, () => buildMember(app)))) as Members<N>;

/** Opens another session for a member. */
export async function signIn(
  app: Pick<TestApp, 'call'>,
  { email, password }: { email: string; password: string },
): Promise<TestMember> {
  const entered = await succeed(app.call(login, { body: { email, password } }));
  if (!('token' in entered.body)) throw new Error('this member has two-step verification on');
  const { token, user } = entered.body;
  return { token, user, id: user._id };
}

/** Inserts Ana, Ben and Cleo. */
export async function buildTrio(app: TestApp): Promise<[TestMember, TestMember, TestMember]> {
  const build = (name: string) => buildMember(app, { firstName: name });
  return Promise.all([build('Ana'), build('Ben'), build('Cleo')]);
}

/** Removes a member's password, and sets when they last signed in. */
export async function removePassword(
  { services: { db, sessions } }: Pick<TestApp, 'services'>,
  { id }: TestMember,
  minutesAgo: number,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  await sql`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutesAgo}::integer)
    WHERE user_id = ${id}::uuid`.execute(db);
  sessions.dropOf(id);
}
