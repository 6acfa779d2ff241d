/** Connects to the configured database, for commands that run with or without a running server. */
import type { Config } from '#config.ts';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { findRunningPostgres, hasEmbeddedPostgres } from '#platform/embedded-postgres/attach.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { StartError } from '#platform/start-error.ts';

export type ExistingDatabase = { connection: ConnectionSettings; stop(): Promise<void> };

/** A command's statements may take longer than a request's. */
const NO_TIMEOUTS = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 } as const;

/**
 * Returns the configured database, or the built-in one: that of the running server, or otherwise a newly started one,
 * which `stop` stops. Throws StartError if no built-in database was ever created.
 */
export async function openExistingDatabase(config: Config): Promise<ExistingDatabase> {
  const stop = async () => undefined;
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl, ...NO_TIMEOUTS }, stop };
  if (!hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`);
  }
  const running = await findRunningPostgres(config.dataDir);
  if (running) return { connection: { ...running, ...NO_TIMEOUTS }, stop };
  const started = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const { host, port, user, database } = started;
  return { connection: { host, port, user, database, ...NO_TIMEOUTS }, stop: started.stop };
}
