/**
 * `Idempotency-Key`: the first call with a key runs, and a repeat within a day changes nothing. A call that creates
 * something records its id in the transaction that creates it, and a repeat gets what was created. The response to any
 * other call is stored, and a repeat gets it. A repeat during the first call gets a 409; if the process dies in
 * between, the key is free again after a minute.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import type { Database } from '#db/schema/schema.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import type { ReceivedFile } from '../body/multipart.ts';
import { AppError, fieldProblem } from '../errors/errors.ts';
import { httpTexts } from '../errors/http-texts.ts';
import {
  type Claim,
  claimKeys,
  type FinishedCall,
  findFirstCall,
  type KeyedCall,
  RUNNING_SECONDS,
  recordCreated,
  releaseKey,
  storeResponses,
} from './queries.ts';

export type { Claim } from './queries.ts';

const AGAIN_MS = 1_000;

const stillRunning = () => new AppError(409, httpTexts.keyRunning, { retryAfter: 1 });

const running = new AsyncLocalStorage<Claim>();

/** Returns what an earlier call with the same key has created; null for nearly every call. */
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
  const claimed = created.flatMap(({ claim, createdId }) => (claim ? [{ claim, createdId }] : []));
  if (claimed.length === 0) return;
  if ((await recordCreated(db, claimed)) < claimed.length) throw stillRunning();
  for (const { claim, createdId } of claimed) claim.createdId = createdId;
}

export function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw fieldProblem('Idempotency-Key', httpTexts.keyForm);
  }
  return header;
}

/**
 * Runs `work` once for a member's key and returns its response. See the head of this file for repeats. The key is valid
 * for one path, with its parameters, one body, and the files with it.
 */
export type RunOnce = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

type SentFile = Pick<ReceivedFile, 'field' | 'originalName' | 'sha256'>;
type Call = {
  userId: string;
  key: string;
  path: string;
  params?: unknown;
  body: unknown;
  files?: readonly SentFile[];
};

/** Returns the hash of everything in a call that a repeat has to have in common with it. */
function hashCall({ path, params, body, files = [] }: Call): Buffer {
  const sent = files.map(({ field, originalName, sha256 }) => [field, originalName, sha256]);
  const text = JSON.stringify([path, body, ...Object.values(params ?? {}), ...sent]);
  return hash('sha256', text, 'buffer');
}

export function createRunOnce(db: Kysely<Database>): RunOnce {
  const keyOf = ({ userId, key }: { userId: string; key: string }) => `${userId}/${key}`;
  const claimKey = batchCalls<KeyedCall, Claim | null>({ run: (calls) => claimKeys(db, calls), keyOf });
  const storeResponse = batchCalls<FinishedCall, void>({
    run: async (calls) => {
      await storeResponses(db, calls);
      return [];
    },
    keyOf,
  });
  return async <T>(call: Call, work: () => Promise<T>): Promise<T> => {
    const keyed = { userId: call.userId, key: call.key, requestHash: hashCall(call) };
    const claim = await claimKey(keyed);
    if (!claim) return repeat<T>(db, keyed);
    const response = await running.run(claim, work).catch(async (error: unknown) => {
      // The caller does not wait for a database that is away, but gets an error at once.
      if (isUnreachable(error)) void untilDone(() => releaseKey(db, claim));
      else await releaseKey(db, claim);
      throw error;
    });
    // If this fails, the key stays taken: the action is done, and an immediate repeat must not do it again.
    if (claim.createdId === null) await storeResponse({ ...claim, response: JSON.stringify(response) });
    return response;
  };
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

async function repeat<T>(db: Kysely<Database>, call: KeyedCall): Promise<T> {
  const first = await findFirstCall(db, call);
  if (first && !first.request_hash.equals(call.requestHash)) throw fieldProblem('Idempotency-Key', httpTexts.keyUsed);
  if (first?.answer) return JSON.parse(first.answer) as T;
  throw stillRunning();
}
