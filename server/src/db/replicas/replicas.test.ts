import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { type DatabasePool, openDatabase } from '../connection/pool.ts';
import { createReplicas, isReplicaOf, type Replicas } from './replicas.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ ...test.connection, max: 2 }, () => undefined);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Opens replicas at these addresses; `reported` receives their states. */
function open(urls: string[], reported: string[] = []): Replicas {
  return createReplicas({
    pool: database.pool,
    log: database.log,
    connection: test.connection,
    urls,
    onChange: (line) => void reported.push(line),
    onError: () => undefined,
  });
}

describe('Read replicas', () => {
  it('are optional: without any, reads use the primary', async () => {
    const replicas = open([]);
    await replicas.start();
    for (const reads of [replicas.reads, replicas.readsNow])
      expect((await sql`SELECT 1 AS one`.execute(reads)).rows).toEqual([{ one: 1 }]);
    expect(replicas.primaryAway).toBe(false);
    await replicas.stop();
  });

  it('are rejected at startup if they are not standbys of the primary', async () => {
    const { host, port, user, database: name } = test.connection;
    const reported: string[] = [];
    const where = new URLSearchParams({ host, port: String(port), user }).toString();
    const replicas = open([`postgres:///${name}?${where}`], reported);
    await expect(replicas.start()).rejects.toThrow(/is not a replica of the one at DATABASE_URL/);
    expect(reported).toEqual([expect.stringMatching(/: wrong$/)]);
    await replicas.stop();
  });

  it('must be standbys of the same database on the same server, not of another database on it', () => {
    const primary = { position: 0 as never, inRecovery: false, systemId: '7', databaseId: '16384' };
    const standby = { ...primary, inRecovery: true };
    expect(isReplicaOf(standby, primary)).toBe(true);
    expect(isReplicaOf({ ...standby, databaseId: '16385' }, primary)).toBe(false);
    expect(isReplicaOf({ ...standby, systemId: '8' }, primary)).toBe(false);
    expect(isReplicaOf(primary, primary)).toBe(false);
    // While the primary is away nothing can be compared, and the standby serves.
    expect(isReplicaOf(standby, null)).toBe(true);
  });

  it('are excluded when they do not respond, and the primary serves reads', async () => {
    const reported: string[] = [];
    const replicas = open(['postgres://nobody@127.0.0.1:1/none'], reported);
    await replicas.start();
    expect(reported).toEqual(['replica 127.0.0.1:1: away']);
    expect(replicas.states).toEqual([{ name: '127.0.0.1:1', state: 'away', lagMs: 0 }]);
    const { rows } = await sql<{ one: number }>`SELECT 1 AS one`.execute(replicas.reads);
    expect(rows).toEqual([{ one: 1 }]);
    await replicas.stop();
  });
});
