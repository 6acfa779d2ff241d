/**
 * A mixed day: each call comes from a random member, with the headers of a browser, and some calls are writes. In
 * alternating runs, the thin server, which compresses with the same library, serves the same members; so does the
 * server of another checkout if one is specified.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandom, type Random } from '../../demo/src/random.ts';
import { writeCapacity } from '../capacity.ts';
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { sizesFor } from '../ops/bench.ts';
import { toBrowserRequest } from '../ops/connection.ts';
import { applyLoad, type Perform } from '../ops/load.ts';
import { type Measured, measureOnce, medianOf } from '../ops/run.ts';
import { prepareWorld, type World } from '../ops/world.ts';
import { DOCS, describeMachine, toTable, writeSection } from '../report.ts';
import {
  type BuildCall,
  type Call,
  type CallKinds,
  type PickRandom,
  READS_ONLY,
  reads,
  WITH_WRITES,
  WRITE_PERCENT,
  writes,
} from './calls.ts';
import { drawPlot } from './plot.ts';

export type MixedOptions = {
  posts: number;
  members: number;
  seconds: number;
  runs: number;
  connections: number;
  only: string | null;
  keep: string | null;
  /** The folder of another checkout of this repository, whose server is measured in the same turns. */
  beside: string | null;
};
type Scenario = { name: string; build: BuildCall };

const THIN = 'Thin server, 20 posts';

function pickByShare(kinds: CallKinds, random: number): BuildCall {
  let remaining = random * 100;
  for (const { share, build } of Object.values(kinds)) {
    remaining -= share;
    if (remaining < 0) return build;
  }
  throw new Error('the shares of the calls do not add up to 100');
}

/** Returns a function that performs a call of the scenario, each time as another random member. */
function createPerform(world: World, { name, build }: Scenario, random: Random): Perform {
  const pick: PickRandom = (items) => random.pick(items);
  return async (connection) => {
    const { token } = pick(world.readers);
    const { method, path, body, creates } = build(world, pick);
    const key = creates ? randomUUID() : undefined;
    const response = await connection.request(toBrowserRequest(method, path, token, body, key));
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${response.body.slice(0, 300)}`);
  };
}

function listScenarios(random: Random): Scenario[] {
  const mix = (writePercent: number): BuildCall => {
    return (world, pick) => pickByShare(random.chance(writePercent / 100) ? writes : reads, random.next())(world, pick);
  };
  return [
    ...Object.entries(reads).map(([name, { build }]) => ({ name, build })),
    { name: READS_ONLY, build: mix(0) },
    { name: WITH_WRITES, build: mix(WRITE_PERCENT) },
  ];
}

/** Our server, that of the checkout in `--beside`, and the thin server. */
type Side = 'ours' | 'beside' | 'thin';
type Contender = { side: Side; server: BenchChild; perform: Perform };
/**
 * The median run of each server; `ratio` is the median of our rates divided by those of the thin server in a turn, and
 * `memoryMb` the most that our server had after a run.
 */
type Row = { sides: Map<Side, Measured>; ratio: number; memoryMb: number };

/** Measures a scenario on the servers in turn, so that a slow minute of the machine affects all of them. */
async function measureAlternating(
  database: BenchDatabase,
  name: string,
  contenders: readonly Contender[],
  { seconds, runs, connections }: MixedOptions,
): Promise<Row> {
  const measured = new Map<Side, Measured[]>();
  for (const { server, perform } of contenders) await applyLoad(server.port, perform, connections, 1);
  for (let run = 0; run < runs; run++) {
    // Each server goes first equally often, because a run affects the state of the database for the next one.
    const first = run % contenders.length;
    for (const { side, server, perform } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const result = await measureOnce({ database, server }, name, perform, connections, seconds);
      measured.set(side, [...(measured.get(side) ?? []), result]);
    }
  }
  const sides = new Map<Side, Measured>();
  for (const [side, results] of measured) {
    const median = medianOf(results);
    if (median) sides.set(side, median);
  }
  const [ours, thin] = [measured.get('ours') ?? [], measured.get('thin') ?? []];
  const ratios = ours.map((result, run) => result.perSecond / (thin[run]?.perSecond ?? Number.NaN));
  return {
    sides,
    ratio: ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN,
    memoryMb: Math.max(...ours.map((result) => result.memoryMb)),
  };
}

const logRow = (name: string, row: Row): void => {
  const sides = [...row.sides].map(
    ([side, { perSecond, p99, statements, serverMs, databaseMs }]) =>
      `${side} ${Math.round(perSecond)} calls/s, p99 ${p99.toFixed(1)} ms (${statements?.toFixed(2)} statements, ` +
      `server ${serverMs?.toFixed(2)} ms, database ${databaseMs?.toFixed(2)} ms)`,
  );
  console.log(`  ${name}: ${row.ratio.toFixed(2)} × thin, ${row.memoryMb} MB; ${sides.join('; ')}`);
};

async function measureAll(database: BenchDatabase, world: World, options: MixedOptions): Promise<Map<string, Row>> {
  const random = createRandom('mixed');
  const servers: [Side, BenchChild][] = [
    ['ours', await startServer(database)],
    ['thin', await startChild('thin-process.ts', { DATABASE_URL: database.url })],
  ];
  if (options.beside !== null) servers.push(['beside', await startServer(database, options.beside)]);
  // Always the same posts: new posts have no comments, and would make the page smaller.
  const page: Call = { method: 'GET', path: `/feed?until=${world.targets[0]?.id}` };
  const performThin = createPerform(world, { name: THIN, build: () => page }, random);
  const rows = new Map<string, Row>();
  try {
    for (const scenario of listScenarios(random)) {
      if (options.only !== null && !scenario.name.toLowerCase().includes(options.only.toLowerCase())) continue;
      const perform = createPerform(world, scenario, random);
      const contenders = servers.map(
        ([side, server]): Contender => ({ side, server, perform: side === 'thin' ? performThin : perform }),
      );
      const row = await measureAlternating(database, scenario.name, contenders, options);
      rows.set(scenario.name, row);
      logRow(scenario.name, row);
    }
  } finally {
    await Promise.all(servers.map(([, server]) => server.stop()));
  }
  return rows;
}

const fixed = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '';

const plotName = (posts: number): string => `benchmarks-${posts}.svg`;

/** Draws the rates of our server, and the median rate of the thin server. */
function plot(rows: Map<string, Row>, { posts, connections }: MixedOptions): string {
  const rateOf = (side: Side) => [...rows.values()].map(({ sides }) => sides.get(side)?.perSecond ?? 0);
  const ours = rateOf('ours');
  const thin = rateOf('thin').toSorted((a, b) => a - b)[Math.floor(rows.size / 2)] ?? 0;
  return drawPlot({
    title: `Calls per second, ${connections} concurrent, ${posts.toLocaleString('en-US')} posts`,
    bars: [...rows.keys()].map((name, place) => ({ name, perSecond: ours[place] ?? 0 })),
    thin,
  });
}

function describe(
  rows: Map<string, Row>,
  members: number,
  { posts, seconds, runs, connections }: MixedOptions,
): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const cells = [...rows].map(([name, row]) => {
    const [ours, thin] = [row.sides.get('ours'), row.sides.get('thin')];
    return [
      name,
      fixed(ours?.perSecond, 0),
      fixed(thin?.perSecond, 0),
      fixed(row.ratio, 2),
      ...[ours?.p50, ours?.p95, ours?.p99].map((value) => fixed(value, 1)),
      ...[ours?.statements, ours?.serverMs, ours?.databaseMs].map((value) => fixed(value, 2)),
      row.memoryMb,
    ];
  });
  const headings = ['Call', 'Calls/s', 'Thin', '× thin', 'p50 ms', 'p95 ms', 'p99 ms', 'Statements'];
  return `## A mixed day, ${number(posts)} posts

${number(members)} members, each of whom follows 300. Each call comes from a random one of them, with the headers
that Chrome sends, so responses are compressed. ${connections} concurrent connections. Each row is the median of ${runs}
runs of ${seconds} s. Each of our runs is paired with one of the thin server, which compresses with the same library;
"× thin" is the median ratio of these pairs. Statements and processor time (of the server process, and of all database
processes) are per call; "Server MB" is the most memory that the server had after one of these runs.

${describeMachine()}. Command: \`npm run bench -- mixed --posts=${posts}\`.

![Calls per second on a mixed day](${plotName(posts)})

${toTable([...headings, 'Server ms', 'DB ms', 'Server MB'], cells)}`;
}

/** Generates a community in which many members follow many others, measures, and writes docs/benchmarks.md. */
export async function benchMixed(options: MixedOptions): Promise<void> {
  const sizes = sizesFor(options.posts);
  console.log(`Generating ${options.posts} posts, and ${options.members} members who follow 300 each …`);
  const database = await createGrownDatabase(sizes, options.keep, (line) => console.log(`  ${line}`));
  try {
    const world = await prepareWorld(database, sizes.members, options.members);
    const rows = await measureAll(database, world, options);
    const text = describe(rows, world.readers.length, options);
    console.log(`\n${text}`);
    if (options.only !== null || options.beside !== null) return;
    await writeFile(path.join(DOCS, plotName(options.posts)), plot(rows, options));
    await writeSection(`mixed-${options.posts}`, text);
    await writeCapacity();
  } finally {
    await database.close();
  }
}
