/**
 * What a hundred times the data costs: each operation on a small and on a large community in turn, within the same
 * seconds. Runs an hour apart cannot show that, as the machine itself may be slower by then.
 */
import path from 'node:path';
import { StartError } from '../../server/src/platform/start-error.ts';
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { describeMachine, toTable, writeSection } from '../report.ts';
import { sizesFor, thinPage } from './bench.ts';
import { deepPages } from './deep-pages.ts';
import { type Act, applyLoad } from './load.ts';
import { type Operation, reads, writes } from './operations.ts';
import { type Gauge, type Measured, measureOnce, medianOf, WARM_UP_SECONDS } from './run.ts';
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

type Side = { database: BenchDatabase; world: World; server: BenchChild; thin: BenchChild };

const say = (line: string): void => console.log(line);

async function openSide(posts: number, keep: string | null): Promise<Side> {
  say(`Generating ${posts.toLocaleString('en-US')} posts …`);
  const sizes = sizesFor(posts);
  const folder = keep === null ? null : path.join(keep, String(posts));
  const database = await createGrownDatabase(sizes, folder, (line) => say(`  ${line}`));
  const world = await makeWorld(database, sizes.members);
  const thin = await startChild('thin-process.ts', { DATABASE_URL: database.url });
  return { database, world, server: await startServer(database), thin };
}

async function closeSide({ database, server, thin }: Side): Promise<void> {
  await server.stop();
  await thin.stop();
  await database.close();
}

/** The server and operation of a turn. */
type Part = { side: Side; server: 'server' | 'thin'; operation: Operation };
type Turn = { name: string; gauge: Gauge; act: Act; runs: Measured[] };

/** Returns the median run of each part; they take turns, because writes keep the disk busy for a while. */
async function measureInTurn(parts: readonly Part[], { connections, seconds, runs }: GrowthOptions) {
  const turns: Turn[] = [];
  for (const { side, server, operation } of parts) {
    const gauge = { database: side.database, server: side[server] };
    turns.push({ name: operation.name, gauge, act: await operation.open(side.world, gauge.server.port), runs: [] });
  }
  try {
    for (const { gauge, act } of turns) await applyLoad(gauge.server.port, act, connections, WARM_UP_SECONDS);
    for (let run = 0; run < runs; run++)
      for (const { name, gauge, act, runs: outcomes } of run % 2 === 0 ? turns : turns.toReversed())
        outcomes.push(await measureOnce(gauge, name, act, connections, seconds));
  } finally {
    for (const { operation } of parts) operation.close?.();
  }
  return turns.map((turn) => medianOf(turn.runs));
}

const HEADS = [
  'Operation',
  'Rate',
  '× thin',
  'then',
  'Share',
  'p95 ms',
  'then',
  'p99 ms',
  'then',
  'Server ms',
  'then',
  'DB ms',
  'then',
];

function toCells(thin: Measured, small: Measured, large: Measured): (string | number)[] {
  const pair = (read: (row: Measured) => number | null, digits: number) =>
    [small, large].map((row) => fixed(read(row), digits));
  return [
    small.name,
    Math.round(small.perSecond),
    fixed(small.perSecond / thin.perSecond, 2),
    Math.round(large.perSecond),
    fixed(large.perSecond / small.perSecond, 2),
    ...pair((row) => row.p95, 1),
    ...pair((row) => row.p99, 1),
    ...pair((row) => row.serverMs, 3),
    ...pair((row) => row.databaseMs, 3),
  ];
}

function describe(rows: readonly (string | number)[][], { posts, connections, runs, seconds }: GrowthOptions): string {
  const [small = 0, large = 0] = posts.map((count) => count.toLocaleString('en-US'));
  return `## ${small} posts against ${large}

Each operation with ${connections} concurrent calls on a community of ${small} posts, and then on one of ${large}.
Each community has
its own servers. ${runs} runs of ${seconds} s alternate between them and the thin server of the small one; the
table shows the median runs.
"Rate" is calls a second, "× thin" the rate divided by that of the thin server in the same seconds, "Share" the second
rate divided by the first, "DB ms" the processor time of the database.

${describeMachine()}. Command: \`npm run bench -- growth --posts=${posts.join(',')}\`.

${toTable(HEADS, rows)}`;
}

/** Measures the thin server of the small side, then both sides; returns their row of the table. */
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
  const [bound, before, after] = await measureInTurn(parts, options);
  if (!bound || !before || !after) throw new Error(`${operation.name}: nothing was measured`);
  return toCells(bound, before, after);
}

/** Generates both, measures, prints, and writes its section unless `only` narrows it. */
export async function benchGrowth(options: GrowthOptions): Promise<void> {
  const { only, keep } = options;
  const [fewer, more] = options.posts;
  if (fewer === undefined || more === undefined) throw new StartError('--posts must name two sizes.');
  const isSelected = ({ name }: Operation) =>
    only === null || only.split(',').some((word) => name.toLowerCase().includes(word.toLowerCase()));
  const sides: Side[] = [];
  try {
    const small = await openSide(fewer, keep);
    sides.push(small);
    const large = await openSide(more, keep);
    sides.push(large);
    const selected: Omit<Part, 'side'>[] = [...reads, ...deepPages, ...writes]
      .filter(isSelected)
      .map((operation) => ({ server: 'server', operation }));
    const rows: (string | number)[][] = [];
    for (const one of [{ server: 'thin' as const, operation: thinPage }, ...selected]) {
      const cells = await compare([small, large], one, options);
      say(`  ${cells.join('  ')}`);
      rows.push(cells);
    }
    const text = describe(rows, options);
    if (only === null) await writeSection('growth', text);
  } finally {
    for (const side of sides) await closeSide(side);
  }
}
