/** A server may be killed at any moment of its startup; the next start works with whatever that has left behind. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type DatabaseConnection, databaseUrl } from '#testing/database/test-database.ts';
import { makeDataDir } from '#testing/files/data-dir.ts';
import { createServerProcess, type ServerProcess } from '#testing/processes/killable-server.ts';

const REACHED = { timeout: 20_000, interval: 2 };
/** The lock that Kysely takes while it migrates. */
const MIGRATION_LOCK = '3853314791062309107';
const afterwards: (() => unknown)[] = [];

afterEach(async () => {
  for (const undo of afterwards.splice(0).toReversed()) await undo();
});

function makeFolder(): string {
  const folder = makeDataDir('start');
  afterwards.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

async function connect(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  afterwards.push(() => client.end());
  return client;
}

async function build(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await createServerProcess({ DATA_DIR: makeFolder(), ...settings });
  afterwards.push(() => server.kill());
  return server;
}

/** Builds a server on an empty database, with a connection to watch it. */
async function buildOnEmptyDatabase() {
  const { connection, drop } = await createTestDatabase({ migrated: false });
  afterwards.push(drop);
  const watcher = await connect(connection);
  const holds = async (statement: string): Promise<boolean> =>
    (await watcher.query<{ yes: boolean }>(`SELECT ${statement} AS yes`)).rows[0]?.yes ?? false;
  return { server: await build({ DATABASE_URL: databaseUrl(connection) }), watcher, holds, connection };
}

async function expectToStart(server: ServerProcess): Promise<void> {
  await server.start();
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
}

describe('A server that is killed during startup', () => {
  it('starts after repeated kills at each step, on the same database', async () => {
    const { server, watcher, holds, connection } = await buildOnEmptyDatabase();
    const killOnce = async (condition: string) => {
      server.launch();
      await expect.poll(() => holds(condition), REACHED).toBe(true);
      await server.kill();
    };

    // While it waits for another server that migrates.
    await watcher.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await killOnce("EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)");
    await watcher.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);

    // In the middle of a migration: an uncommitted table with the same name makes it wait halfway.
    const other = await connect(connection);
    await other.query('BEGIN; CREATE TABLE presence_nodes (id int)');
    await killOnce(
      "EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())",
    );
    await other.query('ROLLBACK');
    await expect.poll(() => holds("to_regclass('users') IS NULL"), REACHED).toBe(true);

    // While it creates the tables for jobs.
    await killOnce("EXISTS (SELECT FROM pg_namespace WHERE nspname = 'jobs')");

    // Before it listens.
    await killOnce(
      "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'afterhours-notices' AND datname = " +
        'current_database())',
    );

    await expectToStart(server);
    expect((await watcher.query('SELECT count(*)::int AS rows FROM presence_nodes')).rows).toEqual([{ rows: 0 }]);
  });

  const clusterFiles = (folder: string): string[] => {
    try {
      return readdirSync(path.join(folder, 'postgres'), { recursive: true }) as string[];
    } catch {
      return [];
    }
  };
  it('starts after kills while it creates the built-in database, and while that starts', async () => {
    const DATA_DIR = makeFolder();
    const server = await build({ DATA_DIR, DATABASE_URL: '' });
    // The second start creates the database that the first one could not complete.
    for (const isSign of [
      (name: string) => /^cluster\.new-\d+\/base\/1\/\d/.test(name),
      (name: string) => name === 'cluster/postmaster.pid',
    ]) {
      expect(clusterFiles(DATA_DIR).some(isSign)).toBe(false);
      server.launch();
      await expect.poll(() => clusterFiles(DATA_DIR).some(isSign), REACHED).toBe(true);
      await server.kill();
    }
    await expectToStart(server);
  });
});
