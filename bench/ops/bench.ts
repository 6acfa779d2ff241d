/** Measures each operation on a community of a chosen size, and a bare and a thin server in the same run. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BenchChild, startChild, startServer } from '../child.ts';
import type { Sizes } from '../community/rows.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { writeSection } from '../report.ts';
import { Connection, toRequest } from './connection.ts';
import { deepPages } from './deep-pages.ts';
import { type Operation, reads, writes } from './operations.ts';
import { type Measured, measureOperation, type RunSettings } from './run.ts';
import { describeRun } from './table.ts';
import { prepareWorld, type World } from './world.ts';

export type OpsOptions = RunSettings & { posts: number; only: string | null; keep: string | null };

const POSTS_PER_MEMBER = 2;
const log = (line: string): void => console.log(line);

/** Returns the sizes of a community with this many posts: two posts per member, and everything else in proportion. */
export const sizesFor = (posts: number): Sizes => ({
  members: Math.max(2_000, Math.round(posts / POSTS_PER_MEMBER)),
  posts,
  likesPerPost: 8,
  commentsPerPost: 2.5,
  followsPerMember: 10,
  conversations: Math.round(posts / 10),
  messagesPerConversation: 10,
});

/** Returns an operation that requests one path, as each reader in turn. */
const repeatGet = (name: string, target: string): Operation => ({
  name,
  open: ({ readers }) => {
    let turn = 0;
    return async (connection) => {
      const token = readers[turn++ % readers.length]?.token ?? null;
      const { status, body } = await connection.request(toRequest('GET', target, token));
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
    };
  },
});

/** The operation of the thin server, for comparison. */
export const thinPage = repeatGet('Thin server, 20 posts', '/feed');

async function fetchBody(port: number, request: string): Promise<string> {
  const connection = await Connection.open(port);
  const { body } = await connection.request(request, true);
  connection.close();
  return body;
}

type Run = { database: BenchDatabase; world: World; settings: RunSettings };

/** Measures operations on one server, and stops it afterwards. */
async function measureServer({ database, world, settings }: Run, server: BenchChild, operations: readonly Operation[]) {
  try {
    const rows: Measured[] = [];
    for (const operation of operations)
      rows.push(...(await measureOperation({ database, server }, world, operation, settings, log)));
    return rows;
  } finally {
    await server.stop();
  }
}

/** Measures the reference servers: a bare one that sends the same bytes, and a thin one that does the minimum. */
async function measureReferences(run: Run, body: string): Promise<Measured[]> {
  const file = path.join(run.database.folder, 'body.json');
  await writeFile(file, body);
  const bare = await startChild('bare-process.ts', { BENCH_BODY: file });
  const bareRows = await measureServer(run, bare, [repeatGet('Bare Node server, bytes of Popular', '/')]);
  const thin = await startChild('thin-process.ts', { DATABASE_URL: run.database.url });
  return [...bareRows, ...(await measureServer(run, thin, [thinPage]))];
}

async function measureAll(run: Run, only: string | null): Promise<Measured[]> {
  const { database, world } = run;
  const server = await startServer(database);
  const token = world.readers[0]?.token ?? null;
  const popular = await fetchBody(server.port, toRequest('GET', '/api/post/getAllPost?limit=20', token));
  const select = (operations: readonly Operation[]) =>
    operations.filter(({ name }) => only === null || name.toLowerCase().includes(only.toLowerCase()));
  const rows = await measureServer(run, server, select([...reads, ...deepPages, ...writes]));
  return [...(await measureReferences(run, popular)), ...rows];
}

/** Generates a community, measures, and writes the table. Leaves no process behind, and no folder except a kept one. */
export async function benchOps({ posts, only, keep, ...settings }: OpsOptions): Promise<void> {
  const sizes = sizesFor(posts);
  log(`Generating ${posts.toLocaleString('en-US')} posts of ${sizes.members.toLocaleString('en-US')} members …`);
  const database = await createGrownDatabase(sizes, keep, (line) => log(`  ${line}`));
  try {
    const world = await prepareWorld(database, sizes.members);
    log(`Generated in ${Math.round(database.generatedSeconds)} s. Measuring …`);
    const rows = await measureAll({ database, world, settings }, only);
    const { rows: facts } = await database.pool.pool.query<{ bytes: number; version: string }>(
      "SELECT pg_database_size(current_database()) AS bytes, current_setting('server_version') AS version",
    );
    const { bytes = 0, version = '' } = facts[0] ?? {};
    const text = describeRun(rows, { sizes, settings, bytes, version, generatedSeconds: database.generatedSeconds });
    log(`\n${text}`);
    if (only !== null) return;
    await writeSection(`ops-${posts}`, text);
  } finally {
    await database.close();
  }
}
