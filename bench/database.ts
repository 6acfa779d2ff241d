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

/** The model for a grown community. */
const seedSize: BenchSize = { ...feedSize, members: 400, posts: 2_000, conversations: 100 };

export type BenchDatabase = {
  pool: DatabasePool;
  connection: ConnectionSettings;
  /** The same as a DATABASE_URL. */
  url: string;
  /** A folder that is removed with the database. */
  folder: string;
  generatedSeconds: number;
  close(): Promise<void>;
};

/** Starts the database of a folder, again with its statements counted, which requires a library at the start. */
async function startCounting(folder: string) {
  const first = await startEmbeddedPostgres({ dataDir: folder });
  const { host, port, user, database } = first;
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await client.end();
  await first.stop();
  return startEmbeddedPostgres({ dataDir: folder });
}

async function makeFolder(kept: string | null): Promise<string> {
  if (kept !== null) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'afterhours-bench-')));
  // The database of root runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** How to end the databases that run now. */
const running = new Set<() => Promise<void>>();

function abandonAll(): void {
  // Running statements fail, whoever sent them; nobody waits for them any more.
  process.on('uncaughtException', () => undefined);
  void Promise.allSettled([...running].map((end) => end())).finally(() => process.exit(130));
}

/**
 * Starts a PostgreSQL on a new folder, with empty tables; `close` stops it and removes the folder unless it is to be
 * kept.
 */
async function openFolder(kept: string | null): Promise<Omit<BenchDatabase, 'generatedSeconds'>> {
  const folder = await makeFolder(kept);
  const discard = async () => {
    if (kept === null) await rm(folder, { recursive: true, force: true });
  };
  const server = await startCounting(folder).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const { host, port, user, database } = server;
  const connection = { host, port, user, database };
  const pool = openDatabase(connection, () => undefined);
  const end = () => server.stop().then(discard);
  if (running.size === 0) process.once('SIGINT', abandonAll).once('SIGTERM', abandonAll);
  running.add(end);
  const close = async () => {
    running.delete(end);
    if (running.size === 0) process.off('SIGINT', abandonAll).off('SIGTERM', abandonAll);
    await pool.close();
    await end();
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

/** Starts a PostgreSQL on a temporary folder and fills it; `close` stops it and removes the folder. */
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
 * A small generated community, grown to `sizes` by the database itself; in a folder to keep, it is made the first time
 * only.
 */
export async function createGrownDatabase(
  sizes: Sizes,
  kept: string | null,
  onProgress: (line: string) => void,
): Promise<BenchDatabase> {
  // The content of a folder: written when it is complete.
  const labelOf = (folder: string) => path.join(folder, 'grown.json');
  if (kept !== null && existsSync(kept) && !existsSync(labelOf(kept)))
    throw new StartError(`${kept} holds no finished community; remove it first.`);
  const made = await openFolder(kept);
  const label = labelOf(made.folder);
  try {
    if (existsSync(label)) {
      const found = JSON.parse(await readFile(label, 'utf8')) as { posts: number; generatedSeconds: number };
      if (found.posts !== sizes.posts) throw new StartError(`${made.folder} holds ${found.posts} posts.`);
      return { ...made, generatedSeconds: found.generatedSeconds };
    }
    const generatedSeconds = await fillAndGrow(made.pool, sizes, onProgress);
    await writeFile(label, JSON.stringify({ posts: sizes.posts, generatedSeconds }));
    return { ...made, generatedSeconds };
  } catch (error) {
    await made.close();
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
