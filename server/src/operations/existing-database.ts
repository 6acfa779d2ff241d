/** Connects to the configured database, for commands that run with or without a running server. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '#config/config.ts';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { findRunningPostgres, hasEmbeddedPostgres } from '#platform/embedded-postgres/attach.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { FolderInUseError } from '#platform/embedded-postgres/instance-lock.ts';
import { StartError } from '#platform/start-error.ts';

export type ExistingDatabase = { connection: ConnectionSettings; stop(): Promise<void> };

/** A command's statements may take longer than a request's. */
const NO_TIMEOUTS = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 } as const;

/** For how long a process that uses the folder may be starting or stopping the database. */
const CHANGING_MS = 30_000;
const RETRY_MS = 250;

/** Waits until nothing else is connected to the built-in database: another command may have joined this one. */
async function untilUnused(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const isUsed = async (): Promise<boolean> => {
    const { rows } = await client.query(`SELECT FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`);
    return rows.length > 0;
  };
  try {
    if (!(await isUsed())) return;
    process.stderr.write('Another command uses the database. It is stopped once that has finished.\n');
    while (await isUsed()) await delay(RETRY_MS);
  } finally {
    await client.end();
  }
}

/** Returns the built-in database that another process runs, or starts it. */
async function joinOrStart(dataDir: string): Promise<ExistingDatabase> {
  const deadline = performance.now() + CHANGING_MS;
  for (;;) {
    const running = await findRunningPostgres(dataDir);
    if (running) return { connection: { ...running, ...NO_TIMEOUTS }, stop: async () => undefined };
    try {
      const { host, port, user, database, stop } = await startEmbeddedPostgres({ dataDir });
      const connection = { host, port, user, database, ...NO_TIMEOUTS };
      return { connection, stop: () => untilUnused(connection).finally(stop) };
    } catch (error) {
      if (!(error instanceof FolderInUseError) || performance.now() > deadline) throw error;
    }
    await delay(RETRY_MS);
  }
}

/**
 * Returns the configured database, or the built-in one: that of the running server or of another command, or otherwise
 * a newly started one, which `stop` stops once no other command uses it. Throws StartError if no built-in database was
 * ever created.
 */
export async function openExistingDatabase(config: Config): Promise<ExistingDatabase> {
  if (config.databaseUrl) {
    return { connection: { connectionString: config.databaseUrl, ...NO_TIMEOUTS }, stop: async () => undefined };
  }
  if (!hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`);
  }
  return joinOrStart(config.dataDir);
}
