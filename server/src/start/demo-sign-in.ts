/**
 * The demo member's sign-in. Its usual password is published, so it works only where nobody but the people at this machine
 * can come; elsewhere the member gets a random one, which is shown once.
 */
import { randomBytes } from 'node:crypto';
import type { Config } from '#config.ts';
import type { Db } from '#db/connection/pool.ts';
import { hashPassword, verifyPassword } from '#features/account/sign-in/passwords.ts';
import { isReachable } from '#platform/reachable.ts';

export type SignIn = { email: string; password: string };

const EMAIL = 'demo@afterhours.example';
const PUBLISHED_PASSWORD = 'Lamplight2026';

const randomPassword = (): string => `Demo-${randomBytes(12).toString('base64url')}1`;

/** The sign-in of a demo member who is made now. */
export const demoSignIn = (config: Parameters<typeof isReachable>[0]): SignIn => ({
  email: EMAIL,
  password: isReachable(config) ? randomPassword() : PUBLISHED_PASSWORD,
});

/** Whether anybody can sign in as the demo member by the published password. */
export async function isDemoOpen(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('password_hash').where('email', '=', EMAIL).executeTakeFirst();
  return row !== undefined && verifyPassword(row.password_hash, PUBLISHED_PASSWORD);
}

/**
 * Where others can come, gives the demo member of an earlier start a random password and ends its sessions; returns the
 * new sign-in, null when there is nothing to close.
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
