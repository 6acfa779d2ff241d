/**
 * The demo member's sign-in. Its usual password is published, so it works only if nobody but this machine's users can
 * reach the server; otherwise the member gets a random one, which is printed once.
 */
import { randomBytes } from 'node:crypto';
import type { Config } from '#config/config.ts';
import { isReachable } from '#config/reachable.ts';
import type { Db } from '#db/connection/pool.ts';
import { hashPassword, verifyPassword } from '#features/account/sign-in/passwords.ts';

export type SignIn = { email: string; password: string };

const EMAIL = 'demo@afterhours.example';
const PUBLISHED_PASSWORD = 'Lamplight2026';

const randomPassword = (): string => `Demo-${randomBytes(12).toString('base64url')}1`;

/** Returns the sign-in for a new demo member. */
export const demoSignIn = (config: Parameters<typeof isReachable>[0]): SignIn => ({
  email: EMAIL,
  password: isReachable(config) ? randomPassword() : PUBLISHED_PASSWORD,
});

/** Returns true if anybody can sign in as the demo member with the published password. */
export async function isDemoOpen(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('password_hash').where('email', '=', EMAIL).executeTakeFirst();
  return row !== undefined && verifyPassword(row.password_hash, PUBLISHED_PASSWORD);
}

/** Returns the published sign-in as long as anybody can use it, for each start to print; otherwise null. */
export const openDemoSignIn = async (db: Db, config: Parameters<typeof isReachable>[0]): Promise<SignIn | null> =>
  !isReachable(config) && (await isDemoOpen(db)) ? demoSignIn(config) : null;

/**
 * If others can reach the server, gives an earlier start's demo member a random password and ends their sessions.
 * Returns the new sign-in, or null if there is nothing to change.
 */
export async function closeDemo(db: Db, config: Config): Promise<SignIn | null> {
  if (!isReachable(config) || !(await isDemoOpen(db))) return null;
  const password = randomPassword();
  const password_hash = await hashPassword(password);
  const { id } = await db
    .updateTable('users')
    .set({ password_hash })
    .where('email', '=', EMAIL)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  return { email: EMAIL, password };
}
