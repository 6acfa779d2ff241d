/**
 * What a hundred times the data costs: each operation on a small and on a large community in turn, within the same seconds.
 * Runs of an hour apart cannot tell that, as the machine itself may be slower by then.
 */
import path from 'node:path';
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { describeMachine, toTable, writeSection } from '../report.ts';
import { asksFor, sizesFor } from './bench.ts';
import { deepPages } from './deep-pages.ts';
import { type Act, applyLoad } from './load.ts';
import { type Operation, reads, writes } from './operations.ts';
import { type Measured, measureOnce, medianOf, WARM_UP_SECONDS } from './run.ts';
import { fixed } from './table.ts';
import { makeWorld, type World } from './world.ts';

export type GrowthOptions = {
  posts: readonly number[];
  connections: number;
  seconds: number;
  runs: number;
  only: string | null;
  keep: string | null;
};

type Side = { posts: number; database: BenchDatabase; world: World; server: BenchChild; thin: BenchChild };

const THIN = 'Thin server, 20 posts';
const say = (line: string): void => console.log(line);

async function openSide(posts: number, keep: string | null): Promise<Side> {
  say(`Generating ${posts.toLocaleString('en-US')} posts …`);
  const sizes = sizesFor(posts);
  const folder = keep === null ? null : path.join(keep, String(posts));
  const database = await createGrownDatabase(sizes, folder, (line) => say(`  ${line}`));
  const world = await makeWorld(database, sizes.members);
  const thin = await startChild('thin-process.ts', { DATABASE_URL: database.url });
  return { posts, database, world, server: await startServer(database), thin };
}

async function closeSide({ database, server, thin }: Side): Promise<void> {
  await server.stop();
  await thin.stop();
  await database.close();
}

type Turn = { gauge: { database: BenchDatabase; server: BenchChild }; act: Act; runs: Measured[] };

/** The median run of each side; the sides take turns. */
async function measureInTurn(sides: readonly Side[], operation: Operation, options: GrowthOptions) {
  const { connections, seconds, runs } = options;
  const turns: Turn[] = [];
  for (const { database, world, server, thin } of sides) {
    const gauge = { database, server: operation.name === THIN ? thin : server };
    turns.push({ gauge, act: await operation.open(world, gauge.server.port), runs: [] });
  }
  try {
    for (const { gauge, act } of turns) await applyLoad(gauge.server.port, act, connections, WARM_UP_SECONDS);
    for (let run = 0; run < runs; run++)
      for (const turn of turns)
        turn.runs.push(await measureOnce(turn.gauge, operation.name, turn.act, connections, seconds));
  } finally {
    operation.close?.();
  }
  return turns.map((turn) => medianOf(turn.runs));
}

const HEADS = [
  'Operation',
  'A second',
  'then',
  'Share',
  'p95 ms',
  'then',
  'p99 ms',
  'then',
  'Server ms',
  'then',
  'Database ms',
  'then',
  'Server MB',
  'then',
];

function toCells(small: Measured, large: Measured): (string | number)[] {
  const pair = (read: (row: Measured) => number | null, digits: number) =>
    [small, large].map((row) => fixed(read(row), digits));
  return [
    small.name,
    Math.round(small.perSecond),
    Math.round(large.perSecond),
    fixed(large.perSecond / small.perSecond, 2),
    ...pair((row) => row.p95, 1),
    ...pair((row) => row.p99, 1),
    ...pair((row) => row.serverMs, 3),
    ...pair((row) => row.databaseMs, 3),
    small.memoryMb,
    large.memoryMb,
  ];
}

function describe(rows: readonly (string | number)[][], { posts, connections, runs, seconds }: GrowthOptions): string {
  const [small = 0, large = 0] = posts.map((count) => count.toLocaleString('en-US'));
  return `## ${small} posts against ${large}

Each operation at ${connections} at once on a community of ${small} posts, "then" on one of ${large}, each with servers of their own, ${runs} runs
of ${seconds} s taken in turn; the lines hold the median runs. "Share" is the second rate by the first.

${describeMachine()}. Command: \`npm run bench -- growth --posts=${posts.join(',')}\`.

${toTable(HEADS, rows)}`;
}

/** Generates both, measures, prints, and writes its section unless `only` narrows it. */
export async function benchGrowth(options: GrowthOptions): Promise<void> {
  const { posts, only, keep } = options;
  const sides: Side[] = [];
  try {
    for (const count of posts) sides.push(await openSide(count, keep));
    const rows: (string | number)[][] = [];
    for (const operation of [asksFor(THIN, '/feed'), ...reads, ...deepPages, ...writes]) {
      if (only !== null && !only.split(',').some((word) => operation.name.toLowerCase().includes(word.toLowerCase())))
        continue;
      const [small, large] = await measureInTurn(sides, operation, options);
      if (!small || !large) continue;
      const cells = toCells(small, large);
      say(`  ${cells.join('  ')}`);
      rows.push(cells);
    }
    const text = describe(rows, options);
    if (only === null) await writeSection('growth', text);
  } finally {
    for (const side of sides) await closeSide(side);
  }
}
