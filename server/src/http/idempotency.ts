/**
 * `Idempotency-Key`: the first call with a key runs, and its response is stored for a day. A repeat gets that response;
 * a repeat during the first call gets a 409. If the process dies in between, the key is free again after a minute.
 * A create call records the id of what it creates in its own transaction, so that a repeat knows whether there is still
 * something to create.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import type { Database } from '#db/schema/schema.ts';
import { AppError, fieldProblem } from './errors/errors.ts';
import { httpTexts } from './errors/http-texts.ts';

const RUNNING_SECONDS = 60;
const AGAIN_MS = 1_000;

const stillRunning = () => new AppError(409, httpTexts.keyRunning, { retryAfter: 1 });

export type Claim = { userId: string; key: string; claimedAt: Date; createdId: string | null };
const running = new AsyncLocalStorage<Claim>();

/** Returns what an earlier call with the same key created before its process died; null for nearly every call. */
export const findCreatedId = (): string | null => running.getStore()?.createdId ?? null;

/** Returns the running call's claim on its key, for rows that are written later in a batch; null without a key. */
export const currentClaim = (): Claim | null => running.getStore() ?? null;

/**
 * Records what the running call creates, in the transaction `db` that creates it. Does nothing for calls without a key.
 * Throws a 409 if the call took so long that a repeat has taken over its key and creates it instead.
 */
export const storeCreatedId = (db: Db, createdId: string): Promise<void> =>
  storeCreatedIds(db, [{ claim: currentClaim(), createdId }]);

/** Like `storeCreatedId`, for several calls with known claims. */
export async function storeCreatedIds(
  db: Db,
  created: readonly { claim: Claim | null; createdId: string }[],
): Promise<void> {
  const claimed = created.flatMap(({ claim, createdId }) => (claim ? [{ ...claim, createdId }] : []));
  if (claimed.length === 0) return;
  const { numAffectedRows } = await sql`
    UPDATE idempotency_keys k SET made_id = created.id
    FROM unnest(${claimed.map(({ userId }) => userId)}::uuid[], ${claimed.map(({ key }) => key)}::text[],
      ${claimed.map(({ claimedAt }) => claimedAt)}::timestamptz[], ${claimed.map(({ createdId }) => createdId)}::uuid[]
    ) AS created(user_id, key, claimed_at, id)
    WHERE k.user_id = created.user_id AND k.key = created.key AND k.created_at = created.claimed_at`.execute(db);
  if (Number(numAffectedRows) < claimed.length) throw stillRunning();
}

export function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw fieldProblem('Idempotency-Key', httpTexts.keyForm);
  }
  return header;
}

/** Runs `work` once for a member's key and returns its response, or the first call's response. */
export async function runOnce<T>(
  db: Kysely<Database>,
  call: { userId: string; key: string; path: string; body: unknown },
  work: () => Promise<T>,
): Promise<T> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call.path, call.body]))
    .digest();
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: call.userId, key: call.key, request_hash: requestHash, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({
          created_at: sql`now()`,
          request_hash: requestHash,
          answer: null,
          made_id: sql`CASE WHEN idempotency_keys.created_at > now() - interval '1 day'
            THEN idempotency_keys.made_id END`,
        })
        .where(sql<boolean>`(idempotency_keys.answer IS NULL
          AND idempotency_keys.created_at < now() - make_interval(secs => ${RUNNING_SECONDS})
            AND (idempotency_keys.made_id IS NULL OR idempotency_keys.request_hash = ${requestHash}))
          OR idempotency_keys.created_at < now() - interval '1 day'`),
    )
    .returning(['created_at', 'made_id'])
    .executeTakeFirst();
  if (!claimed) return repeat<T>(db, call, requestHash);
  const claim = { userId: call.userId, key: call.key, claimedAt: claimed.created_at, createdId: claimed.made_id };
  const answer = await running.run(claim, work).catch(async (error: unknown) => {
    // The caller does not wait for a database that is away, but gets an error at once.
    if (isUnreachable(error)) void untilDone(() => release(db, claim));
    else await release(db, claim);
    throw error;
  });
  // An error from here on leaves the key taken: the action is done, and an immediate repeat must not do it again.
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .where('created_at', '=', claimed.created_at)
    .execute()
    .catch((error: unknown) => {
      if (isUnreachable(error)) void untilDone(() => reopen(db, claim));
      throw error;
    });
  return answer;
}

/**
 * Lets a repeat find at once what was created under the key. Affects only this claim: after a minute, the key may
 * belong to another call.
 */
async function reopen(db: Kysely<Database>, claim: Claim): Promise<void> {
  await sql`
    UPDATE idempotency_keys SET created_at = now() - make_interval(secs => ${RUNNING_SECONDS + 1})
    WHERE user_id = ${claim.userId}::uuid AND key = ${claim.key} AND created_at = ${claim.claimedAt}
      AND answer IS NULL AND made_id IS NOT NULL`.execute(db);
}

/**
 * Frees the key after a failed call. The record of what was created stays: if a connection breaks at the commit, only
 * that row shows whether the commit happened.
 */
async function release(db: Kysely<Database>, claim: Claim): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys
    WHERE user_id = ${claim.userId}::uuid AND key = ${claim.key} AND created_at = ${claim.claimedAt} AND made_id IS NULL
  `.execute(db);
  await reopen(db, claim);
}

/** Retries `work` until the database is back, for at most a minute, after which the key expires by itself. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < RUNNING_SECONDS; tries++) {
    const isDone = await work().then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await delay(AGAIN_MS, undefined, { ref: false });
  }
}

async function repeat<T>(db: Kysely<Database>, call: { userId: string; key: string }, requestHash: Buffer): Promise<T> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash'])
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (stored && !stored.request_hash.equals(requestHash)) throw fieldProblem('Idempotency-Key', httpTexts.keyUsed);
  if (stored?.answer) return JSON.parse(stored.answer) as T;
  throw stillRunning();
}
