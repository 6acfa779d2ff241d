/**
 * Proof-of-work challenges: created and verified with a key of this installation, and usable once across all servers.
 */
import { hash, hkdfSync, randomInt } from 'node:crypto';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import {
  type Challenge,
  challenge as challengeSchema,
  PROOF_MINUTES,
  proofMessages,
} from '@afterhours/contract/community/proof-of-work';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '#db/connection/pool.ts';
import { loadServerSecret } from '#db/server-secrets.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

const SECRET = 'proof-of-work';
/** The iterations of each attempt. */
const COST = 5_000;
/** The bounds of the attempts that a solver needs: some 550 on average, half a second on a laptop. */
const FEWEST_TRIES = 400;
const MOST_TRIES = 700;

/**
 * Returns the keys that sign a challenge and its solution. `db` must not be a transaction, because the secret outlives
 * it.
 */
async function loadKeys(db: Services['db']) {
  const secret = await loadServerSecret(db, SECRET);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('hex');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') };
}

/** Creates a new challenge. */
export async function makeChallenge({ db }: Pick<Services, 'db'>): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(FEWEST_TRIES, MOST_TRIES),
    deriveKey,
    expiresAt: new Date(Date.now() + PROOF_MINUTES * MINUTE_MS),
    ...(await loadKeys(db)),
  });
  return challengeSchema.parse(challenge);
}

const payload = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
});

function readPayload(proof: string): z.output<typeof payload> | null {
  try {
    const read = payload.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Records that a challenge is used; returns false if it already was. */
async function spend(db: Db, { signature, parameters }: Challenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_proofs')
    .values({
      proof_hash: hash('sha256', signature, 'buffer'),
      expires_at: new Date(parameters.expiresAt * 1_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Verifies a proof and uses it up, whatever the outcome of the call; throws a 422 for a wrong, late or used one. */
export async function takeProof({ db }: Pick<Services, 'db'>, proof: string): Promise<void> {
  const sent = readPayload(proof);
  if (sent === null) throw fieldProblem('proof', proofMessages.wrong);
  const { expired, verified } = await verifySolution({ ...sent, deriveKey, ...(await loadKeys(db)) });
  if (expired) throw fieldProblem('proof', proofMessages.late);
  if (!verified) throw fieldProblem('proof', proofMessages.wrong);
  if (!(await spend(db, sent.challenge))) throw fieldProblem('proof', proofMessages.late);
}

/** Deletes used proofs an hour after they have expired, because the clocks of servers may differ. */
export async function deleteExpiredProofs(db: Db): Promise<void> {
  await db.deleteFrom('used_proofs').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
