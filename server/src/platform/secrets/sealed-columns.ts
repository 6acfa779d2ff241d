/** The columns with sealed values, and functions to seal them again. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import type { Cell } from './sealing.ts';
import type { Secrets } from './secrets.ts';

/** `row` is the column that identifies the row: a UUID. */
export type SealedColumn = { table: string; column: string; row: string };

export const twoFactorSecret = { table: 'two_factor', column: 'secret', row: 'user_id' } as const;
export const pushTarget = { table: 'push_subscriptions', column: 'target', row: 'id' } as const;
export const pushPrivateKey = { table: 'push_keys', column: 'private_key', row: 'id' } as const;

type WithKey = SealedColumn & {
  /** What is lost with the key, and what to do then, in words for the operator. */
  what: string;
  advice: string;
  /**
   * Whether lost rows are created again by themselves: if so, those that no key opens are deleted when a key is lost.
   */
  renewable: boolean;
};

const RECOVER = 'Members need a recovery code; restore the old key if you have it.';
const RENEW = 'Bring the old key back, or give it up: npm run rotate-secrets -- --lost-key';

export const sealedColumns: readonly WithKey[] = [
  { ...twoFactorSecret, what: 'two-step verification', advice: RECOVER, renewable: false },
  { ...pushTarget, what: 'devices that get notifications', advice: RENEW, renewable: true },
  { ...pushPrivateKey, what: 'the keys for notifications on devices', advice: RENEW, renewable: true },
];

/** Returns the cell of a value in the row with this id. */
export const cellOf = ({ table, column }: SealedColumn, row: string): Cell => ({ table, column, row });

const AT_ONCE = 200;

type Row = { id: string; value: string };

function selectRows({ table, column, row }: SealedColumn, after: string, condition: RawBuilder<unknown>) {
  const id = sql.ref(row);
  return sql<Row>`
    SELECT ${id} AS id, ${sql.ref(column)} AS value FROM ${sql.table(table)}
    WHERE ${id} > ${after}::uuid AND ${condition} ORDER BY ${id} LIMIT ${sql.lit(AT_ONCE)}`;
}

/** Seals a value again, unless it was changed in the meantime. Returns false if no key opens it. */
async function resealRow(db: Db, secrets: Secrets, where: SealedColumn, { id, value }: Row): Promise<boolean> {
  const text = await secrets.open(cellOf(where, id), value);
  if (text === null) return false;
  const column = sql.ref(where.column);
  await sql`
    UPDATE ${sql.table(where.table)} SET ${column} = ${secrets.seal(cellOf(where, id), text)}
    WHERE ${sql.ref(where.row)} = ${id}::uuid AND ${column} = ${value}`.execute(db);
  return true;
}

/** Deletes the rows whose value was sealed with a key other than the newest. */
export async function deleteUnopened(db: Db, secrets: Secrets, { table, column }: SealedColumn): Promise<void> {
  const newest = `v1.${secrets.keyId()}.%`;
  await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} NOT LIKE ${newest}`.execute(db);
}

/**
 * Seals a column's values with the newest key: those that are not sealed at all and, with `all`, also those of other
 * keys. Returns how many were sealed, and how many no key opens.
 */
export async function reseal(db: Db, secrets: Secrets, where: SealedColumn, { all }: { all: boolean }) {
  const column = sql.ref(where.column);
  const condition = all ? sql`${column} NOT LIKE ${`v1.${secrets.keyId()}.%`}` : sql`${column} NOT LIKE 'v1.%'`;
  const counts = { sealed: 0, lost: 0 };
  for (let after = BEFORE_ALL_IDS; ; ) {
    const { rows } = await selectRows(where, after, condition).execute(db);
    for (const row of rows) counts[(await resealRow(db, secrets, where, row)) ? 'sealed' : 'lost'] += 1;
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return counts;
    after = last.id;
  }
}
