import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findRunningPostgres } from '#platform/embedded-postgres/attach.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { parseConfig } from '../config/config.ts';
import { openExistingDatabase } from './existing-database.ts';

it('Two commands without a server share one built-in database, which runs until both have finished', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-commands-'));
  chmodSync(dataDir, 0o711);
  try {
    const server = await startEmbeddedPostgres({ dataDir, fsync: false });
    await server.stop();
    const config = parseConfig({ DATA_DIR: dataDir }, dataDir);
    const both = await Promise.all([openExistingDatabase(config), openExistingDatabase(config)]);
    const clients = both.map(({ connection }) => new pg.Client({ ...connection, ssl: false }));
    for (const client of clients) await client.connect();
    const [first, second] = clients;
    await first?.end();
    const stopped = Promise.all(both.map((database) => database.stop()));
    // The command that would stop the database has connected to wait for the other one.
    const clientsNow = "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend'";
    await expect.poll(async () => (await second?.query(clientsNow))?.rowCount).toBe(2);
    await second?.end();
    await stopped;
    expect(await findRunningPostgres(dataDir)).toBeNull();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
