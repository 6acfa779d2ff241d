import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { startFakePooler } from '#testing/servers/fake-pooler.ts';
import { areConnectionsShared, refuseSharedConnections } from './pooling.ts';

async function startPooler(): Promise<string> {
  const { port, stop } = await startFakePooler();
  onTestFinished(stop);
  return `postgres://ana@127.0.0.1:${port}/afterhours`;
}

describe('A pooler in transaction mode', () => {
  it('is detected when it gives the same connection to several clients', async () => {
    expect(await areConnectionsShared({ connectionString: await startPooler() })).toBe(true);
  });

  it('is not reported if there is none', async () => {
    const { connection, drop } = await createTestDatabase();
    expect(await areConnectionsShared(connection)).toBe(false);
    await drop();
  });

  it('is rejected at startup, for the database and for a replica, naming the setting to change', async () => {
    const { connection, drop } = await createTestDatabase();
    const pooler = await startPooler();
    await expect(refuseSharedConnections({ connectionString: pooler }, [])).rejects.toThrow(
      /^DATABASE_URL leads to a pooler .* pool_mode = session/,
    );
    await expect(refuseSharedConnections(connection, [pooler])).rejects.toThrow(/^DATABASE_REPLICA_URLS leads/);
    await refuseSharedConnections(connection, ['postgres://nobody@127.0.0.1:1/none']);
    await drop();
  });
});
