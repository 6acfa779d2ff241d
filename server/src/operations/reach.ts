/** Connects to the configured database, for commands that run beside a server or without one. */
import type { Config } from '#config.ts';
import type { ConnectionSettings } from '#db/connection/pool.ts';
import { findRunningPostgres, hasEmbeddedPostgres } from '#platform/embedded-postgres/attach.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { StartError } from '#platform/start-error.ts';

export type Reached = { connection: ConnectionSettings; stop(): Promise<void> };

/** A command's statements may take longer than a request's. */
const PATIENT = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 } as const;

/**
 * Returns the configured database, or the built-in one: as the running server has it, or else started, and stopped by
 * `stop`. Throws StartError where no built-in database was ever made.
 */
export async function reachExisting(config: Config): Promise<Reached> {
  const stop = async () => undefined;
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl, ...PATIENT }, stop };
  if (!hasEmbeddedPostgres(config.dataDir)) {
    throw new StartError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`);
  }
  const running = await findRunningPostgres(config.dataDir);
  if (running) return { connection: { ...running, ...PATIENT }, stop };
  const started = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const { host, port, user, database } = started;
  return { connection: { host, port, user, database, ...PATIENT }, stop: started.stop };
}
