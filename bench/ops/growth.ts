/**
 * Measures how much slower operations are with a hundred times the data: each operation on a small and on a large
 * community in turn. Runs an hour apart would not be comparable, because the speed of the machine varies.
 */
import path from 'node:path';
import { StartError } from '../../server/src/platform/start-error.ts';
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { describeMachine, toTable, writeSection } from '../report.ts';
import { sizesFor, thinPage } from './bench.ts';
import { deepPages } from './deep-pages.ts';
import { applyLoad, type Perform } from './load.ts';
import { type Operation, reads, writes } from './operations.ts';
import { type Measured, measureOnce, medianOf, type ServerUnderTest, WARM_UP_SECONDS } from './run.ts';
import { fixed } from './table.ts';
import { prepareWorld, type World } from './world.ts';

export type GrowthOptions = {
  posts: readonly number[];
  connections: number;
  seconds: number;
  runs: number;
  only: string | null;
  keep: string | null;
};

type Side = { database: BenchDatabase; world: World; server: BenchChild; thin: BenchChild };

const log = (line: string): void => console.log(line);

async function openSide(posts: number, keep: string | null): Promise<Side> {
  log(`Generating ${posts.toLocaleString('en-US')} posts …`);
  const sizes = sizesFor(posts);
  const folder = keep === null ? null : path.join(keep, String(posts));
  const database = await createGrownDatabase(sizes, folder, (line) => log(`  ${line}`));
  const world = await prepareWorld(database, sizes.members);
  const thin = await startChild('thin-process.ts', { DATABASE_URL: database.url });
  return { database, world, server: await startServer(database), thin };
}

async function closeSide({ database, server, thin }: Side): Promise<void> {
  await server.stop();
  await thin.stop();
  await database.close();
}

/** A server and an operation to measure on it. */
type Part = { side: Side; server: 'server' | 'thin'; operation: Operation };
type PreparedPart = { name: string; tested: ServerUnderTest; perform: Perform; results: Measured[] };

/** Returns the median run of each part. The parts take turns, because writes keep the disk busy for a while. */
async function measureAlternating(parts: readonly Part[], { connections, seconds, runs }: GrowthOptions) {
  const prepared: PreparedPart[] = [];
  for (const { side, server, operation } of parts) {
    const tested = { database: side.database, server: side[server] };
    prepared.push({
      name: operation.name,
      tested,
      perform: await operation.open(side.world, tested.server.port),
      results: [],
    });
  }
  try {
    for (const { tested, perform } of prepared)
      await applyLoad(tested.server.port, perform, connections, WARM_UP_SECONDS);
    for (let run = 0; run < runs; run++)
      for (const { name, tested, perform, results } of run % 2 === 0 ? prepared : prepared.toReversed())
        results.push(await measureOnce(tested, name, perform, connections, seconds));
  } finally {
    for (const { operation } of parts) operation.close?.();
  }
  return prepared.map(({ results }) => medianOf(results));
}

const HEADINGS = [
  'Operation',
  'Calls/s',
  '× thin',
  'Large',
  'Ratio',
  'p95 ms',
  'Large',
  'p99 ms',
  'Large',
  'Server ms',
  'Large',
  'DB ms',
  'Large',
];

function toCells(thin: Measured, small: Measured, large: Measured): (string | number)[] {
  const readBoth = (read: (row: Measured) => number | null, digits: number) =>
    [small, large].map((row) => fixed(read(row), digits));
  return [
    small.name,
    Math.round(small.perSecond),
    fixed(small.perSecond / thin.perSecond, 2),
    Math.round(large.perSecond),
    fixed(large.perSecond / small.perSecond, 2),
    ...readBoth((row) => row.p95, 1),
    ...readBoth((row) => row.p99, 1),
    ...readBoth((row) => row.serverMs, 3),
    ...readBoth((row) => row.databaseMs, 3),
  ];
}

function describe(rows: readonly (string | number)[][], { posts, connections, runs, seconds }: GrowthOptions): string {
  const [small = 0, large = 0] = posts.map((count) => count.toLocaleString('en-US'));
  return `## ${small} posts compared with ${large}

Each operation with ${connections} concurrent calls on a community of ${small} posts and on one of ${large}; columns
titled "Large" show the latter. Each community has its own servers. ${runs} runs of ${seconds} s alternate between them
and the thin server of the small one; the table shows the median runs. "× thin" is the rate of the small community
divided by that of its thin server in the same seconds, "Ratio" the rate of the large community divided by that of the
small one. "Server ms" and "DB ms" are processor time per call.

${describeMachine()}. Command: \`npm run bench -- growth --posts=${posts.join(',')}\`.

${toTable(HEADINGS, rows)}`;
}

/** Measures an operation on both sides, and the thin server of the small one; returns the row of the table. */
async function compare(
  [small, large]: readonly [Side, Side],
  { server, operation }: Omit<Part, 'side'>,
  options: GrowthOptions,
): Promise<(string | number)[]> {
  const parts: Part[] = [
    { side: small, server: 'thin', operation: thinPage },
    { side: small, server, operation },
    { side: large, server, operation },
  ];
  const [thinResult, smallResult, largeResult] = await measureAlternating(parts, options);
  if (!thinResult || !smallResult || !largeResult) throw new Error(`${operation.name}: nothing was measured`);
  return toCells(thinResult, smallResult, largeResult);
}

/** Generates both communities, measures, and writes the section unless `only` selects some operations. */
export async function benchGrowth(options: GrowthOptions): Promise<void> {
  const { only, keep } = options;
  const [smallPosts, largePosts] = options.posts;
  if (smallPosts === undefined || largePosts === undefined) throw new StartError('--posts must name two sizes.');
  const isSelected = ({ name }: Operation) =>
    only === null || only.split(',').some((word) => name.toLowerCase().includes(word.toLowerCase()));
  const sides: Side[] = [];
  try {
    const small = await openSide(smallPosts, keep);
    sides.push(small);
    const large = await openSide(largePosts, keep);
    sides.push(large);
    const selected: Omit<Part, 'side'>[] = [...reads, ...deepPages, ...writes]
      .filter(isSelected)
      .map((operation) => ({ server: 'server', operation }));
    const rows: (string | number)[][] = [];
    for (const part of [{ server: 'thin' as const, operation: thinPage }, ...selected]) {
      const cells = await compare([small, large], part, options);
      log(`  ${cells.join('  ')}`);
      rows.push(cells);
    }
    const text = describe(rows, options);
    if (only === null) await writeSection('growth', text);
  } finally {
    for (const side of sides) await closeSide(side);
  }
}
