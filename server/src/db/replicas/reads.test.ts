import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type DatabaseConnection } from '#testing/database/test-database.ts';
import { openPool, type WatchedPool } from '../connection/pool.ts';
import { formatPosition, parsePosition, withRequiredPosition } from './position.ts';
import { createReads, type ReadTargets } from './reads.ts';

const servers: { connection: DatabaseConnection; pool: WatchedPool; drop: () => Promise<void> }[] = [];
/** Adds a server that returns its own name. */
async function addServer(name: string): Promise<WatchedPool> {
  const { connection, drop } = await createTestDatabase();
  const pool = openPool({ ...connection, max: 2 }, () => undefined);
  await pool.query(`CREATE TABLE named AS SELECT '${name}'::text AS name`);
  servers.push({ connection, pool, drop });
  return pool;
}

let primary: WatchedPool;
let replica: WatchedPool;
beforeAll(async () => {
  [primary, replica] = [await addServer('primary'), await addServer('replica')];
});
afterAll(async () => {
  for (const { pool, drop } of servers) {
    if (!pool.ended) await pool.end();
    await drop();
  }
});

function buildTargets(state: { reached?: number; away?: boolean; replica?: WatchedPool | null } = {}) {
  const leftOut: WatchedPool[] = [];
  const available = state.replica === undefined ? replica : state.replica;
  const targets: ReadTargets = {
    primary,
    primaryAway: state.away ?? false,
    replicaAt: (position) =>
      available && !leftOut.includes(available) && position <= (state.reached ?? 0) ? available : null,
    anyReplica: () => (available && !leftOut.includes(available) ? available : null),
    leaveOut: (pool) => void leftOut.push(pool),
  };
  return { targets, leftOut };
}

async function answeredBy(targets: ReadTargets, freshness: 'a moment old' | 'now', position = 0): Promise<string> {
  const { rows } = await withRequiredPosition(position, () =>
    sql<{ name: string }>`SELECT name FROM named`.execute(createReads(targets, freshness, () => undefined)),
  );
  return rows[0]?.name ?? '';
}

describe('Reads with replicas', () => {
  it("use a replica that has the caller's writes, or the primary, if they may be a moment old", async () => {
    const { targets } = buildTargets({ reached: 100 });
    expect(await answeredBy(targets, 'a moment old', 100)).toBe('replica');
    expect(await answeredBy(targets, 'a moment old', 101)).toBe('primary');
  });

  it('use a replica for the present state only while the primary is away', async () => {
    expect(await answeredBy(buildTargets().targets, 'now')).toBe('primary');
    expect(await answeredBy(buildTargets({ away: true }).targets, 'now')).toBe('replica');
  });

  it('are retried elsewhere when their server goes away, which is then excluded', async () => {
    const lost = openPool(
      { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none', ssl: false },
      () => undefined,
    );
    const { targets, leftOut } = buildTargets({ replica: lost });
    expect(await answeredBy(targets, 'a moment old')).toBe('primary');
    expect(leftOut).toEqual([lost]);
    await lost.end();
    const unreachable = { ...buildTargets({ away: false }).targets, primary: lost };
    expect(await answeredBy(unreachable, 'now')).toBe('replica');
  });

  it('are retried when they break in the middle', async () => {
    const { targets } = buildTargets({ reached: 1 });
    const reads = createReads(targets, 'a moment old', () => undefined);
    const slow = sql<{ name: string }>`SELECT name FROM named, pg_sleep(CASE name WHEN 'replica' THEN 30 ELSE 0 END)`;
    const reading = slow.execute(reads);
    const admin = new pg.Client(servers[1]?.connection);
    await admin.connect();
    await expect
      .poll(async () => {
        const { rows } = await admin.query<{ ended: boolean }>(
          `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE '%pg_sleep(CASE%' AND pid <> pg_backend_pid()`,
        );
        return rows.some(({ ended }) => ended);
      })
      .toBe(true);
    await admin.end();
    expect((await reading).rows).toEqual([{ name: 'primary' }]);
  });

  it('are not retried when the statement is wrong, and have no transactions', async () => {
    const { targets } = buildTargets({ reached: 1 });
    const reads = createReads(targets, 'a moment old', () => undefined);
    await expect(sql`SELECT nothing FROM nowhere`.execute(reads)).rejects.toThrow(/nowhere/);
    await expect(reads.transaction().execute(async () => undefined)).rejects.toThrow(/no transactions/);
  });
});

describe('A log position', () => {
  it('is parsed and formatted as by PostgreSQL', () => {
    expect(parsePosition('16/B374D848')).toBe(0x16 * 2 ** 32 + 0xb374d848);
    for (const text of ['0/0', '16/B374D848', 'FFFF/FFFFFFFF']) expect(formatPosition(parsePosition(text)!)).toBe(text);
    for (const text of ['', '16', '16/', 'x/y', '123456789/0', '1/2/3']) expect(parsePosition(text)).toBeNull();
  });
});
