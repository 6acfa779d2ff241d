/**
 * A mixed day: each call is made by another member, as a browser sends it, with writes between. The thin server answers
 * the same members, compressed by the same library, in alternating runs; so does the server of another checkout, if one
 * is named.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeCapacity } from '../capacity.ts';
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { sizesFor } from '../ops/bench.ts';
import { toBrowserRequest } from '../ops/connection.ts';
import { type Act, applyLoad } from '../ops/load.ts';
import { type Measured, measureOnce, medianOf } from '../ops/run.ts';
import { makeWorld, type Reader, type World } from '../ops/world.ts';
import { DOCS, describeMachine, toTable, writeSection } from '../report.ts';
import { type Call, loads, READS_ONLY, WITH_WRITES, WRITES_OF_A_HUNDRED, writes } from './calls.ts';
import { drawPlot } from './plot.ts';

export type MixedOptions = {
  posts: number;
  members: number;
  seconds: number;
  runs: number;
  connections: number;
  only: string | null;
  keep: string | null;
  /** The folder of another checkout of this repository, whose server is measured in turn. */
  beside: string | null;
};
type Make = (world: World, reader: Reader, draw: <T>(items: readonly T[]) => T) => Call;
type Scenario = { name: string; make: Make };

const THIN = 'Thin server, 20 posts';

/** Numbers from 0 to 1 that are the same in each run (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pickByShare(kinds: Record<string, { share: number; make: Make }>, at: number): Make {
  let left = at * 100;
  const all = Object.values(kinds);
  for (const { share, make } of all) {
    left -= share;
    if (left < 0) return make;
  }
  throw new Error('the shares of the calls are not a hundred');
}

/** The calls of a scenario, each by a member drawn anew. */
function actOf(world: World, { name, make }: Scenario, random: () => number): Act {
  const draw = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return async (connection) => {
    const reader = draw(world.readers);
    const { method, path, body } = make(world, reader, draw);
    const answer = await connection.ask(toBrowserRequest(method, path, reader.token, body));
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.slice(0, 300)}`);
  };
}

function scenariosOf(random: () => number): Scenario[] {
  const mixed = (writesOfAHundred: number): Make => {
    return (world, reader, draw) =>
      pickByShare(random() * 100 < writesOfAHundred ? writes : loads, random())(world, reader, draw);
  };
  return [
    ...Object.entries(loads).map(([name, { make }]) => ({ name, make })),
    { name: READS_ONLY, make: mixed(0) },
    { name: WITH_WRITES, make: mixed(WRITES_OF_A_HUNDRED) },
  ];
}

type Side = 'ours' | 'beside' | 'thin';
type Measurer = { side: Side; server: BenchChild; act: Act };
/** The median run of each server; `share` is the median of our rate by that of the thin server in the same turn. */
type Row = { sides: Map<Side, Measured>; share: number };

/** One scenario on each server in turn, so that a slow minute is slow for all. */
async function measureInTurn(
  database: BenchDatabase,
  name: string,
  measurers: readonly Measurer[],
  { seconds, runs, connections }: MixedOptions,
): Promise<Row> {
  const measured = new Map<Side, Measured[]>();
  for (const { server, act } of measurers) await applyLoad(server.port, act, connections, 1);
  for (let run = 0; run < runs; run++) {
    // Each is first as often: who follows the thin server finds another state of the database.
    const first = run % measurers.length;
    for (const { side, server, act } of [...measurers.slice(first), ...measurers.slice(0, first)]) {
      const one = await measureOnce({ database, server }, name, act, connections, seconds);
      measured.set(side, [...(measured.get(side) ?? []), one]);
    }
  }
  const sides = new Map<Side, Measured>();
  for (const [side, all] of measured) {
    const median = medianOf(all);
    if (median) sides.set(side, median);
  }
  const thin = measured.get('thin') ?? [];
  const shares = (measured.get('ours') ?? []).map((one, run) => one.perSecond / (thin[run]?.perSecond ?? Number.NaN));
  return { sides, share: shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? Number.NaN };
}

const sayRow = (name: string, row: Row): void => {
  const sides = [...row.sides].map(
    ([side, { perSecond, p99, statements, serverMs, databaseMs }]) =>
      `${side} ${Math.round(perSecond)} a second, p99 ${p99.toFixed(1)} ms (${statements?.toFixed(2)} statements, ` +
      `server ${serverMs?.toFixed(2)} ms, database ${databaseMs?.toFixed(2)} ms)`,
  );
  console.log(`  ${name}: ${row.share.toFixed(2)} × thin; ${sides.join('; ')}`);
};

async function measureAll(database: BenchDatabase, world: World, options: MixedOptions): Promise<Map<string, Row>> {
  const random = createRandom(7);
  const servers: [Side, BenchChild][] = [
    ['ours', await startServer(database)],
    ['thin', await startChild('thin-process.ts', { DATABASE_URL: database.url })],
  ];
  if (options.beside !== null) servers.push(['beside', await startServer(database, options.beside)]);
  // Always the same posts: those written meanwhile have no comments, and would make its page shorter.
  const page: Call = { method: 'GET', path: `/feed?until=${world.targets[0]?.id}` };
  const thin = actOf(world, { name: THIN, make: () => page }, random);
  const rows = new Map<string, Row>();
  try {
    for (const scenario of scenariosOf(random)) {
      if (options.only !== null && !scenario.name.toLowerCase().includes(options.only.toLowerCase())) continue;
      const ours = actOf(world, scenario, random);
      const measurers = servers.map(
        ([side, server]): Measurer => ({ side, server, act: side === 'thin' ? thin : ours }),
      );
      const row = await measureInTurn(database, scenario.name, measurers, options);
      rows.set(scenario.name, row);
      sayRow(scenario.name, row);
    }
  } finally {
    await Promise.all(servers.map(([, server]) => server.stop()));
  }
  return rows;
}

const fixed = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '';

const plotOf = (posts: number): string => `benchmarks-${posts}.svg`;

/** The rates of ours, and the median rate of the thin server. */
function plot(rows: Map<string, Row>, { posts, connections }: MixedOptions): string {
  const rateOf = (side: Side) => [...rows.values()].map(({ sides }) => sides.get(side)?.perSecond ?? 0);
  const ours = rateOf('ours');
  const thin = rateOf('thin').toSorted((a, b) => a - b)[Math.floor(rows.size / 2)] ?? 0;
  return drawPlot({
    title: `Calls a second, ${connections} at once, ${posts.toLocaleString('en-US')} posts`,
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
      fixed(row.share, 2),
      ...[ours?.p50, ours?.p95, ours?.p99].map((value) => fixed(value, 1)),
      ...[ours?.statements, ours?.serverMs, ours?.databaseMs].map((value) => fixed(value, 2)),
    ];
  });
  const heads = ['Calls', 'A second', 'Thin', '× thin', 'p50 ms', 'p95 ms', 'p99 ms', 'Statements'];
  return `## A mixed day, ${number(posts)} posts

${number(members)} members, each of whom follows 300; every call is made by one of them drawn
at random, as Chrome sends it, so answers are compressed. ${connections} connections at once. Each line is the median
of ${runs} runs of ${seconds} s; a run of the thin server, compressed by the same library, belongs to each of ours, and
"× thin" is the median of the shares of such pairs.
Statements and processor time (of the server's process, and of all of the database's) are for one call.

${describeMachine()}. Command: \`npm run bench -- mixed --posts=${posts}\`.

![Calls a second of a mixed day](${plotOf(posts)})

${toTable([...heads, 'Server ms', 'DB ms'], cells)}`;
}

/** Makes a community in which many members follow many, measures, prints, and writes docs/benchmarks.md. */
export async function benchMixed(options: MixedOptions): Promise<void> {
  const sizes = sizesFor(options.posts);
  console.log(`Generating ${options.posts} posts, and ${options.members} members who follow 300 each …`);
  const database = await createGrownDatabase(sizes, options.keep, (line) => console.log(`  ${line}`));
  try {
    const world = await makeWorld(database, sizes.members, options.members);
    const rows = await measureAll(database, world, options);
    const text = describe(rows, world.readers.length, options);
    console.log(`\n${text}`);
    if (options.only !== null || options.beside !== null) return;
    await writeFile(path.join(DOCS, plotOf(options.posts)), plot(rows, options));
    await writeSection(`mixed-${options.posts}`, text);
    await writeCapacity();
  } finally {
    await database.close();
  }
}
