/**
 * Databases for tests: one server per test run, in a temporary folder and without fsync; one template, migrated once;
 * and a copy of the template per test file, which costs about 13 ms of processor time.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';

/** How to connect to a database; can be passed to `new pg.Pool(…)`. */
export type DatabaseConnection = { host: string; port: number; user: string; database: string; ssl: false };

/** Returns the connection in the form of the setting DATABASE_URL. */
export const databaseUrl = ({ host, port, user, database }: DatabaseConnection): string =>
  `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user }).toString()}`;

declare module 'vitest' {
  // Vitest reads the types of provided values from this interface.
  interface ProvidedContext {
    testDatabase: DatabaseConnection;
  }
}

const TEMPLATE = 'afterhours_template';

/**
 * Starts the server of a test run and migrates the template. Returns how to connect to the template, and a function
 * that stops the server.
 */
export async function startTestPostgres(
  migrate: (connection: DatabaseConnection) => Promise<void>,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-test-'));
  // As root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  let server: EmbeddedPostgres | undefined;
  const stop = async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    server = await startEmbeddedPostgres({ dataDir: folder, fsync: false });
    const { host, port, user } = server;
    const connection: DatabaseConnection = { host, port, user, database: TEMPLATE, ssl: false };
    await run(connection, `create database ${TEMPLATE}`);
    await migrate(connection);
    return { connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a new database for a test file, migrated or empty. `drop` also ends connections that are still open. */
export async function createTestDatabase({ migrated = true } = {}): Promise<{
  connection: DatabaseConnection;
  drop: () => Promise<void>;
}> {
  const template = inject('testDatabase');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const source = migrated ? template.database : 'template1';
  // Copying files takes a third of the time of the default strategy, which goes through the write-ahead log.
  await run(template, `create database ${database} template ${source} strategy file_copy`);
  return {
    connection: { ...template, database },
    drop: () => run(template, `drop database ${database} with (force)`),
  };
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
