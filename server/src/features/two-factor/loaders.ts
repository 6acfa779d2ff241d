import { createHash, randomBytes } from 'node:crypto';
import { CHALLENGE_MINUTES, CHALLENGE_TRIES } from '@afterhours/contract/two-factor';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';

export const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** A challenge for somebody whose first step was right: ten minutes, five tries, worth nothing without a code. */
export async function createChallenge(
  db: Db,
  member: { userId: string; passwordHash: string | null },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await db
    .insertInto('sign_in_challenges')
    .values({
      challenge_hash: hashChallenge(challenge),
      user_id: member.userId,
      password_hash: member.passwordHash,
      tries_left: CHALLENGE_TRIES,
      expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
  return challenge;
}
