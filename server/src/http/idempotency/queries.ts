/**
 * The statements for `idempotency_keys`. Those of every call take many calls at once, for `batchCalls`. They lock the
 * keys in one order, since repeats could otherwise deadlock with the calls that they repeat.
 */
import { type Kysely, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { prepare } from '#db/statements/prepared.ts';

/** A key whose call has not finished after this time is free again. */
export const RUNNING_SECONDS = 60;

export type KeyedCall = { userId: string; key: string; requestHash: Buffer };
/** A running call's hold on its key. `createdId` is what this call, or an earlier one with the key, has created. */
export type Claim = {
  readonly userId: string;
  readonly key: string;
  readonly claimedAt: Date;
  createdId: string | null;
};
export type FinishedCall = Claim & { response: string };

const identityOf = ({ userId, key }: { userId: string; key: string }): string => `${userId}/${key}`;

type ClaimRow = { user_id: string; key: string; created_at: Date; made_id: string | null };

const selectClaims = prepare<{ userIds: string[]; keys: string[]; hashes: Buffer[] }, ClaimRow>(
  'idempotency-claim',
  ({ userIds, keys, hashes }) => sql`
    INSERT INTO idempotency_keys AS k (user_id, key, request_hash)
    SELECT * FROM unnest(${userIds}::uuid[], ${keys}::text[], ${hashes}::bytea[]) ORDER BY 1, 2
    ON CONFLICT (user_id, key) DO UPDATE SET
      created_at = now(), request_hash = excluded.request_hash, answer = NULL,
      made_id = CASE WHEN k.created_at > now() - interval '1 day' THEN k.made_id END
    WHERE k.created_at < now() - interval '1 day'
      OR (k.answer IS NULL AND CASE
        WHEN k.made_id IS NOT NULL THEN k.request_hash = excluded.request_hash
        ELSE k.created_at < now() - interval '1 second' * ${sql.lit(RUNNING_SECONDS)} END)
    RETURNING k.user_id, k.key, k.created_at, k.made_id`,
);

/**
 * Claims the keys of calls, all of them different. Returns null for a key that another call holds, or whose response is
 * stored.
 */
export async function claimKeys(db: Db, calls: readonly KeyedCall[]): Promise<(Claim | null)[]> {
  const rows = await selectClaims(db, {
    userIds: calls.map(({ userId }) => userId),
    keys: calls.map(({ key }) => key),
    hashes: calls.map(({ requestHash }) => requestHash),
  });
  const claimed = new Map(rows.map((row) => [identityOf({ userId: row.user_id, key: row.key }), row]));
  return calls.map(({ userId, key }) => {
    const row = claimed.get(identityOf({ userId, key }));
    return row ? { userId, key, claimedAt: row.created_at, createdId: row.made_id } : null;
  });
}

type Claimed = { userIds: string[]; keys: string[]; times: Date[] };

const toArrays = (claims: readonly Claim[]): Claimed => ({
  userIds: claims.map(({ userId }) => userId),
  keys: claims.map(({ key }) => key),
  times: claims.map(({ claimedAt }) => claimedAt),
});

const updateCreatedIds = prepare<Claimed & { createdIds: string[] }, { key: string }>(
  'idempotency-created',
  ({ userIds, keys, times, createdIds }) => sql`
    UPDATE idempotency_keys k SET made_id = created.id
    FROM (SELECT * FROM unnest(${userIds}::uuid[], ${keys}::text[], ${times}::timestamptz[], ${createdIds}::uuid[])
      ORDER BY 1, 2) AS created(user_id, key, claimed_at, id)
    WHERE k.user_id = created.user_id AND k.key = created.key AND k.created_at = created.claimed_at
    RETURNING k.key`,
);

/** Records what calls create; returns for how many of them the claim still holds. */
export async function recordCreated(db: Db, created: readonly { claim: Claim; createdId: string }[]): Promise<number> {
  const claims = toArrays(created.map(({ claim }) => claim));
  const rows = await updateCreatedIds(db, { ...claims, createdIds: created.map(({ createdId }) => createdId) });
  return rows.length;
}

const updateResponses = prepare<Claimed & { responses: string[] }, never>(
  'idempotency-response',
  ({ userIds, keys, times, responses }) => sql`
    UPDATE idempotency_keys k SET answer = finished.response
    FROM (SELECT * FROM unnest(${userIds}::uuid[], ${keys}::text[], ${times}::timestamptz[], ${responses}::text[])
      ORDER BY 1, 2) AS finished(user_id, key, claimed_at, response)
    WHERE k.user_id = finished.user_id AND k.key = finished.key AND k.created_at = finished.claimed_at`,
);

/** Stores the responses to calls, for repeats. */
export async function storeResponses(db: Db, calls: readonly FinishedCall[]): Promise<void> {
  await updateResponses(db, { ...toArrays(calls), responses: calls.map(({ response }) => response) });
}

/** Returns the first call with this key: its hash, and its response unless it still runs. */
export const findFirstCall = (db: Kysely<Database>, { userId, key }: KeyedCall) =>
  db
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();

/**
 * Frees the key after a failed call. The record of what was created stays: if a connection breaks at the commit, only
 * that row shows whether the commit happened.
 */
export async function releaseKey(db: Db, { userId, key, claimedAt }: Claim): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys
    WHERE user_id = ${userId}::uuid AND key = ${key} AND created_at = ${claimedAt} AND made_id IS NULL
  `.execute(db);
}
