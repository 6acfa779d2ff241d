import { existsSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { errorCode } from '#db/error-code.ts';
import { DATABASE_ROLE } from './cluster.ts';
import { DATABASE } from './embedded-postgres.ts';
import { locateHome, locateSocketFolder, prepareDataDir, ROOT_STORE } from './location.ts';
import { SOCKET_PORT } from './settings.ts';

type Address = { host: string; port: number; user: string; database: string };

/** Returns true if this data folder has a built-in database. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres'));
}

/** Nothing listens at the socket, the database is starting or stopping, or it has only just been created. */
const NOT_RUNNING = new Set<unknown>(['ENOENT', 'ECONNREFUSED', '57P03', '3D000']);

/**
 * Returns how to reach a running server's built-in database; null if none is running. For commands that read or copy
 * the database and must neither wait for the server's lock nor stop its database.
 */
export async function findRunningPostgres(wanted: string): Promise<Address | null> {
  const dataDir = prepareDataDir(path.resolve(wanted));
  const { home, user } = locateHome(dataDir);
  const address = { host: locateSocketFolder(home, user), port: SOCKET_PORT, user: DATABASE_ROLE, database: DATABASE };
  const client = new pg.Client({ ...address, ssl: false, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder === path.join(home, 'cluster') ? address : null;
  } catch (error) {
    if (NOT_RUNNING.has(errorCode(error))) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Removes a data folder's built-in database, wherever its files are. It must not be running. */
export function removeEmbeddedPostgres(dataDir: string): void {
  const inside = path.join(dataDir, 'postgres');
  const target = readLink(inside);
  if (target?.startsWith(`${ROOT_STORE}/`)) rmSync(path.dirname(target), { recursive: true, force: true });
  rmSync(inside, { recursive: true, force: true });
}

function readLink(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}
