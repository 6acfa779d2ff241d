/**
 * The built-in database: native PostgreSQL on a data folder, reached through a Unix socket that only its user can open.
 * Its process outlives a killed parent on purpose: everything it has acknowledged is on disk, and the next start takes
 * the running server over instead of waiting for a recovery.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { explainFolder } from '../start-error.ts';
import { prepareBinaries } from './binaries.ts';
import { DATABASE_ROLE, prepareCluster } from './cluster.ts';
import { refuseSharedUser } from './database-user.ts';
import { lockInstance } from './instance-lock.ts';
import { locateHome, locateSocketFolder, prepareDataDir } from './location.ts';
import { findSurvivor, isRunning, type PostmasterPlan, startPostmaster, stopPostmaster } from './postmaster.ts';
import { postgresArguments, SOCKET_PORT } from './settings.ts';

export const DATABASE = 'afterhours';
const WATCH_MS = 1000;

export type EmbeddedPostgresOptions = {
  /** The folder for all data, created if missing; the database is in `postgres` inside it. */
  dataDir: string;
  /** False trades durability for speed, in tests only. */
  fsync?: boolean;
  /** Rejects a system user shared with other services; set if others use the site. */
  ownUserOnly?: boolean;
  /** Receives a line for each slow step, for the person at the terminal. */
  onProgress?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** The folder of the Unix socket; `pg` uses it as the host. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** True if this start created the database. */
  fresh: boolean;
  /** Stops the database cleanly; may be called again. */
  stop: () => Promise<void>;
};

/**
 * Starts a data folder's database, or takes over the one that a killed process left running. Throws StartError if the
 * folder is in use, not writable, full or someone else's, or if there are no binaries for the platform.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const wanted = path.resolve(options.dataDir);
  return explainFolder(wanted, async () => {
    const dataDir = prepareDataDir(wanted);
    const unlock = await lockInstance(path.join(dataDir, 'postgres.lock'), dataDir);
    try {
      return await startLocked(dataDir, options, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  });
}

async function startLocked(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  unlock: () => void,
): Promise<EmbeddedPostgres> {
  const onProgress = options.onProgress ?? (() => undefined);
  const fsync = options.fsync ?? true;
  const { home, user } = locateHome(dataDir);
  if (options.ownUserOnly) refuseSharedUser(user, home);
  const binaries = prepareBinaries(user, home);
  const fresh = await prepareCluster(home, binaries, user, fsync, onProgress);
  const host = locateSocketFolder(home, user);
  const cluster = path.join(home, 'cluster');
  const plan: PostmasterPlan = {
    binary: binaries.postgres,
    args: postgresArguments(cluster, host, fsync),
    cluster,
    logFile: path.join(home, 'server.log'),
    user,
    onProgress,
  };
  const pid = await adoptOrStart(plan, host);
  const stop = supervise(plan, pid, () => {
    if (!host.startsWith(home)) rmSync(host, { recursive: true, force: true });
    unlock();
  });
  return { host, port: SOCKET_PORT, user: DATABASE_ROLE, database: DATABASE, fresh, stop };
}

async function adoptOrStart(plan: PostmasterPlan, host: string): Promise<number> {
  const survivor = findSurvivor(plan);
  if (survivor !== undefined) {
    try {
      await prepareDatabase(plan, host);
      return survivor;
    } catch {
      // It runs but does not respond correctly; the restart below repairs that.
      await stopPostmaster(survivor);
    }
  }
  const pid = await startPostmaster(plan);
  try {
    await prepareDatabase(plan, host);
    return pid;
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
}

/** Checks that the server behind the socket serves this cluster, and creates the database if it is missing. */
async function prepareDatabase(plan: PostmasterPlan, host: string): Promise<void> {
  const client = new pg.Client({
    host,
    port: SOCKET_PORT,
    user: DATABASE_ROLE,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string; known: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = $1) as known`,
      [DATABASE],
    );
    if (rows[0]?.folder !== plan.cluster) throw new Error(`Another database answers at ${host}.`);
    if (!rows[0].known) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Restarts the server if it ends by itself; returns a function that stops it for good. */
function supervise(plan: PostmasterPlan, first: number, afterwards: () => void): () => Promise<void> {
  let pid = first;
  let restarting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  const restart = async () => {
    plan.onProgress('The database ended unexpectedly; starting it again.');
    try {
      pid = await startPostmaster(plan);
    } catch (error) {
      plan.onProgress(error instanceof Error ? error.message : String(error));
    } finally {
      restarting = undefined;
    }
  };
  const watch = setInterval(() => {
    if (restarting === undefined && stopped === undefined && !isRunning(pid)) restarting = restart();
  }, WATCH_MS);
  watch.unref();
  const stop = async () => {
    clearInterval(watch);
    await restarting;
    await stopPostmaster(pid);
    afterwards();
  };
  return () => (stopped ??= stop());
}
