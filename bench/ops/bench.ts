/** Every operation of the product on a community of a chosen size, beside a bare and a thin server in the same run. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BenchChild, startChild, startServer } from '../child.ts';
import type { Sizes } from '../community/rows.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { writeSection } from '../report.ts';
import { Connection, toRequest } from './connection.ts';
import { deepPages } from './deep-pages.ts';
import { type Operation, reads, writes } from './operations.ts';
import { type Measured, measureOperation, type Pace } from './run.ts';
import { describeRun } from './table.ts';
import { makeWorld, type World } from './world.ts';

export type OpsOptions = Pace & { posts: number; only: string | null; keep: string | null };

const PER_MEMBER = 2;
const say = (line: string): void => console.log(line);

/** A community of this many posts: two posts a member, and everything else in proportion. */
export const sizesFor = (posts: number): Sizes => ({
  members: Math.max(2_000, Math.round(posts / PER_MEMBER)),
  posts,
  likesPerPost: 8,
  commentsPerPost: 2.5,
  followsPerMember: 10,
  conversations: Math.round(posts / 10),
  messagesPerConversation: 10,
});

/** Requests one path as one member after the other. */
const asksFor = (name: string, target: string): Operation => ({
  name,
  open: ({ readers }) => {
    let turn = 0;
    return async (connection) => {
      const token = readers[turn++ % readers.length]?.token ?? null;
      const { status, body } = await connection.ask(toRequest('GET', target, token));
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
    };
  },
});

/** The operations of the thin server, for comparison. */
export const thinPage = asksFor('Thin server, 20 posts', '/feed');

async function readAnswer(port: number, request: string): Promise<string> {
  const connection = await Connection.open(port);
  const { body } = await connection.ask(request, true);
  connection.close();
  return body;
}

type Run = { database: BenchDatabase; world: World; pace: Pace };

/** Measures operations against one server, which ends with them. */
async function measureServer({ database, world, pace }: Run, server: BenchChild, operations: readonly Operation[]) {
  try {
    const rows: Measured[] = [];
    for (const operation of operations)
      rows.push(...(await measureOperation({ database, server }, world, operation, pace, say)));
    return rows;
  } finally {
    await server.stop();
  }
}

/** The two servers for comparison: one that answers the same bytes, and a thin one that does only what is necessary. */
async function measureBounds(run: Run, answer: string): Promise<Measured[]> {
  const file = path.join(run.database.folder, 'answer.json');
  await writeFile(file, answer);
  const bare = await startChild('bare-process.ts', { BENCH_BODY: file });
  const bareRows = await measureServer(run, bare, [asksFor('Bare Node server, the bytes of Popular', '/')]);
  const thin = await startChild('thin-process.ts', { DATABASE_URL: run.database.url });
  return [...bareRows, ...(await measureServer(run, thin, [thinPage]))];
}

async function measureAll(run: Run, only: string | null): Promise<Measured[]> {
  const { database, world } = run;
  const server = await startServer(database);
  const token = world.readers[0]?.token ?? null;
  const popular = await readAnswer(server.port, toRequest('GET', '/api/post/getAllPost?limit=20', token));
  const chosen = (operations: readonly Operation[]) =>
    operations.filter(({ name }) => only === null || name.toLowerCase().includes(only.toLowerCase()));
  const rows = await measureServer(run, server, chosen([...reads, ...deepPages, ...writes]));
  return [...(await measureBounds(run, popular)), ...rows];
}

/**
 * Generates, measures, prints, and writes the table; leaves no process behind, and no folder except one to keep.
 */
export async function benchOps({ posts, only, keep, ...pace }: OpsOptions): Promise<void> {
  const sizes = sizesFor(posts);
  say(`Generating ${posts.toLocaleString('en-US')} posts of ${sizes.members.toLocaleString('en-US')} members …`);
  const database = await createGrownDatabase(sizes, keep, (line) => say(`  ${line}`));
  try {
    const world = await makeWorld(database, sizes.members);
    say(`Generated in ${Math.round(database.generatedSeconds)} s. Measuring …`);
    const rows = await measureAll({ database, world, pace }, only);
    const { rows: found } = await database.pool.pool.query<{ bytes: number; version: string }>(
      "SELECT pg_database_size(current_database()) AS bytes, current_setting('server_version') AS version",
    );
    const { bytes = 0, version = '' } = found[0] ?? {};
    const text = describeRun(rows, { sizes, pace, bytes, version, generatedSeconds: database.generatedSeconds });
    say(`\n${text}`);
    if (only !== null) return;
    await writeSection(`ops-${posts}`, text);
  } finally {
    await database.close();
  }
}
