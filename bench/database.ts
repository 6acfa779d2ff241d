import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { generate } from '../demo/src/generate.ts';
import { demoSize, type Plan } from '../demo/src/plan.ts';
import type { ConnectionSettings } from '../server/src/db/connection/pool.ts';
import { type DatabasePool, openDatabase } from '../server/src/db/connection/pool.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { hashPassword } from '../server/src/features/account/sign-in/passwords.ts';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { StartError } from '../server/src/platform/start-error.ts';
import { grow } from './community/grow.ts';
import type { Sizes } from './community/rows.ts';

export const benchSignIn = { email: 'bench@afterhours.example', password: 'Lamplight2026' } as const;

export type BenchSize = Pick<
  Plan,
  | 'members'
  | 'posts'
  | 'likesPerPost'
  | 'commentsPerPost'
  | 'followsPerMember'
  | 'connectionsPerMember'
  | 'conversations'
>;

/** The size at which the feed is measured. */
export const feedSize: BenchSize = {
  members: 10_000,
  posts: 50_000,
  likesPerPost: 10,
  commentsPerPost: 3,
  followsPerMember: 20,
  connectionsPerMember: 10,
  conversations: 5_000,
};

/** The size of the small community from which a larger one is grown. */
const seedSize: BenchSize = { ...feedSize, members: 400, posts: 2_000, conversations: 100 };

export type BenchDatabase = {
  pool: DatabasePool;
  connection: ConnectionSettings;
  /** The connection as a DATABASE_URL. */
  url: string;
  /** A folder that is removed with the database. */
  folder: string;
  generatedSeconds: number;
  close(): Promise<void>;
};

/** Starts the database of a folder with pg_stat_statements, which has to be loaded at the start: hence two starts. */
async function startWithStatementCounts(folder: string) {
  const first = await startEmbeddedPostgres({ dataDir: folder });
  const { host, port, user, database } = first;
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await client.end();
  await first.stop();
  return startEmbeddedPostgres({ dataDir: folder });
}

async function createFolder(keptFolder: string | null): Promise<string> {
  if (keptFolder !== null) await mkdir(keptFolder, { recursive: true });
  const folder = keptFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'afterhours-bench-')));
  // If root runs the bench, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** The stop functions of the running databases. */
const running = new Set<() => Promise<void>>();

let isStopping = false;

/** Whether the bench was interrupted: its statements then fail, because its databases stop. */
export const isInterrupted = (): boolean => isStopping;

function stopAllAndExit(): void {
  isStopping = true;
  // Running statements fail because their database stops; their errors would end the process before all have stopped.
  process.on('uncaughtException', () => undefined);
  void Promise.allSettled([...running].map((stop) => stop())).finally(() => process.exit(130));
}

/** Stops a database if the process is interrupted. Returns a function that ends this. */
function noteRunning(stop: () => Promise<void>): () => void {
  if (running.size === 0) process.once('SIGINT', stopAllAndExit).once('SIGTERM', stopAllAndExit);
  running.add(stop);
  return () => {
    running.delete(stop);
    if (running.size === 0) process.off('SIGINT', stopAllAndExit).off('SIGTERM', stopAllAndExit);
  };
}

/**
 * Starts a PostgreSQL server with empty tables in a temporary folder, or with the existing tables of a kept folder.
 * `close` stops it and removes a temporary folder.
 */
async function openFolder(keptFolder: string | null): Promise<Omit<BenchDatabase, 'generatedSeconds'>> {
  const folder = await createFolder(keptFolder);
  const discard = async () => {
    if (keptFolder === null) await rm(folder, { recursive: true, force: true });
  };
  const starting = startWithStatementCounts(folder);
  // A server that is still starting is stopped once it runs.
  const stop = () => starting.then((server) => server.stop()).finally(discard);
  const forget = noteRunning(stop);
  const { host, port, user, database } = await starting.catch(async (error: unknown) => {
    forget();
    await discard();
    throw error;
  });
  const connection = { host, port, user, database };
  const pool = openDatabase(connection, () => undefined);
  const close = async () => {
    forget();
    await pool.close();
    await stop();
  };
  try {
    await migrate(pool.db);
    await pool.pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const url = `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
    return { pool, connection, url, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a PostgreSQL server in a temporary folder and fills it; `close` stops it and removes the folder. */
export async function createBenchDatabase(size: BenchSize, onProgress: (line: string) => void): Promise<BenchDatabase> {
  const opened = await openFolder(null);
  try {
    return { ...opened, generatedSeconds: await fill(opened.pool, size, onProgress) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function fillAndGrow(pool: DatabasePool, sizes: Sizes, onProgress: (line: string) => void): Promise<number> {
  const seconds = await fill(pool, seedSize, () => undefined);
  const began = performance.now();
  const client = await pool.pool.connect();
  try {
    await grow(client, sizes, onProgress);
  } finally {
    client.release(true);
  }
  return seconds + (performance.now() - began) / 1000;
}

/**
 * Creates a small generated community and grows it to `sizes` within the database. A kept folder is filled only the
 * first time, and reused afterwards. Throws a StartError if it has another size or is incomplete.
 */
export async function createGrownDatabase(
  sizes: Sizes,
  keptFolder: string | null,
  onProgress: (line: string) => void,
): Promise<BenchDatabase> {
  // This file describes the community in a folder, and is written when it is complete.
  const markerOf = (folder: string) => path.join(folder, 'grown.json');
  if (keptFolder !== null && existsSync(keptFolder) && !existsSync(markerOf(keptFolder)))
    throw new StartError(`${keptFolder} contains no complete community; remove it first.`);
  const opened = await openFolder(keptFolder);
  const marker = markerOf(opened.folder);
  try {
    if (existsSync(marker)) {
      const community = JSON.parse(await readFile(marker, 'utf8')) as { posts: number; generatedSeconds: number };
      if (community.posts !== sizes.posts)
        throw new StartError(`${opened.folder} contains ${community.posts} posts, not ${sizes.posts}.`);
      return { ...opened, generatedSeconds: community.generatedSeconds };
    }
    const generatedSeconds = await fillAndGrow(opened.pool, sizes, onProgress);
    await writeFile(marker, JSON.stringify({ posts: sizes.posts, generatedSeconds }));
    return { ...opened, generatedSeconds };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function fill(pool: DatabasePool, size: BenchSize, onProgress: (line: string) => void): Promise<number> {
  const began = performance.now();
  const demoMember = { email: benchSignIn.email, passwordHash: await hashPassword(benchSignIn.password) };
  await pool.db.transaction().execute((tx) =>
    generate(
      tx,
      {
        ...demoSize,
        ...size,
        now: new Date(),
        notificationDays: 2,
        distinctTexts: false,
        countAtEnd: true,
        demoMember,
        pictures: null,
      },
      onProgress,
    ),
  );
  const client = await pool.pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query('VACUUM ANALYZE');
  client.release(true);
  return (performance.now() - began) / 1000;
}
