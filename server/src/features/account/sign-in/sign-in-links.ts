/**
 * Mailed links that sign in. The job that mails a link creates its token; only a hash is stored. A link works only in
 * the browser that requested it. Otherwise somebody could make another person open a link and so sign in to the wrong
 * account, or could use a link that another person requested.
 */
import { SIGN_IN_LINK_MINUTES, SIGN_IN_LINKS, signInLinkMessages } from '@afterhours/contract/account/sign-in-link';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError } from '#http/errors/errors.ts';
import { type Device, requireDevice } from '#http/gate/device-cookie.ts';
import { createToken, hashToken } from '#http/gate/tokens.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { type Entered, openSessionOrChallenge, type SignInClient } from '../loaders.ts';
import { signInLinkMail } from '../mail/mails.ts';

/** Mails a link to an address. Does nothing unless a member has confirmed the address. `device` is a hash. */
const signInLinkJob = defineJob<{ email: string; device: string }>('account.sign-in-link', { mails: true });

/**
 * Creates the token of a link for the member who has confirmed this address. The member's row stays locked until the
 * link exists, so that a change of address, which invalidates all links, misses none. Returns undefined for an
 * unconfirmed address.
 */
async function createLink(db: Db, email: string, device: string) {
  const { token, hash } = createToken();
  const { rows } = await sql<{ id: string; email: string; first_name: string }>`
    WITH member AS (
      SELECT id, email, first_name FROM users WHERE email = ${email} AND email_verified_at IS NOT NULL FOR SHARE
    ), made AS (
      INSERT INTO sign_in_links (token_hash, user_id, device_hash, expires_at)
      SELECT ${hash}::bytea, id, ${Buffer.from(device, 'hex')}::bytea,
        now() + make_interval(mins => ${SIGN_IN_LINK_MINUTES}) FROM member
    )
    SELECT id, email, first_name FROM member`.execute(db);
  const [member] = rows;
  if (!member) return undefined;
  await sql`
    DELETE FROM sign_in_links WHERE token_hash IN (
      SELECT token_hash FROM sign_in_links WHERE user_id = ${member.id}::uuid
      ORDER BY created_at DESC, token_hash OFFSET ${SIGN_IN_LINKS})`.execute(db);
  return { ...member, token };
}

async function sendLink({ db, mail, config, community }: Services, job: { email: string; device: string }) {
  // Whoever created an unconfirmed account may not own its address.
  const link = await createLink(db, job.email, job.device);
  if (!link) return;
  const to = { to: link.email, name: link.first_name, appName: community.name() };
  await mail.send(signInLinkMail(to, `${config.publicUrl}/Login/link#${link.token}`));
}

/** Requests the mail; known and unknown addresses cause the same work. */
export function requestLink({ db, jobs }: Services, email: string, device: Device): Promise<void> {
  return jobs.enqueue(db, signInLinkJob, { email, device: hashToken(requireDevice(device)).toString('hex') });
}

/**
 * Uses up a link. Returns undefined if it is unknown, used, expired, or belongs to another browser, where it stays
 * valid.
 */
async function takeLink(db: Db, token: string, device: Device) {
  const taken = await db
    .deleteFrom('sign_in_links')
    .using('users')
    .whereRef('users.id', '=', 'sign_in_links.user_id')
    .where('token_hash', '=', hashToken(token))
    .where('device_hash', '=', hashToken(device.token ?? ''))
    .returning(['users.id', 'password_hash', 'two_factor_enabled_at', sql<boolean>`expires_at > now()`.as('alive')])
    .executeTakeFirst();
  return taken?.alive ? taken : undefined;
}

/** Opens a session with the token of a link, or returns the challenge of the second step. Throws a 401. */
export function signInWithLink(services: Services, token: string, client: SignInClient): Promise<Entered> {
  return inTransaction(services, async (tx) => {
    const member = await takeLink(tx.db, token, client.device);
    if (!member) throw new AppError(401, signInLinkMessages.dead);
    return openSessionOrChallenge(services, tx, { ...member, method: 'link' }, client);
  });
}

export function registerSignInLinks(services: Services): void {
  services.jobs.work(signInLinkJob, (job) => sendLink(services, job));
}
