/**
 * A mixed day: each call is made by another member, as a browser sends it, with writes between. The thin server answers
 * the same members, compressed by the same library, in alternating runs.
 */
import { type BenchChild, startChild, startServer } from '../child.ts';
import { type BenchDatabase, createGrownDatabase } from '../database.ts';
import { sizesFor } from '../ops/bench.ts';
import { toBrowserRequest } from '../ops/connection.ts';
import { type Act, applyLoad, type Load } from '../ops/load.ts';
import { makeWorld, type Reader, type World } from '../ops/world.ts';
import { describeMachine, toTable, writeSection } from '../report.ts';
import { type Call, loads, writes } from './calls.ts';

export type MixedOptions = { posts: number; members: number; seconds: number; runs: number; connections: number };
type Make = (world: World, reader: Reader, draw: <T>(items: readonly T[]) => T) => Call;
type Scenario = { name: string; make: Make };

const WRITES_OF_A_HUNDRED = 5;
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
    { name: 'Mixed, without writes', make: mixed(0) },
    { name: 'Mixed, 5 % writes', make: mixed(WRITES_OF_A_HUNDRED) },
  ];
}

const median = (runs: readonly Load[]): Load => {
  const found = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
};

type Both = { ours: Load; thin: Load };

/** One scenario and the thin server in turn, so that a slow minute is slow for both. */
async function measureInTurn(
  servers: { ours: BenchChild; thin: BenchChild },
  acts: { ours: Act; thin: Act },
  { seconds, runs, connections }: MixedOptions,
): Promise<Both> {
  const measured = { ours: [] as Load[], thin: [] as Load[] };
  await applyLoad(servers.ours.port, acts.ours, connections, 1);
  for (let run = 0; run < runs; run++) {
    measured.ours.push(await applyLoad(servers.ours.port, acts.ours, connections, seconds));
    measured.thin.push(await applyLoad(servers.thin.port, acts.thin, connections, seconds));
  }
  return { ours: median(measured.ours), thin: median(measured.thin) };
}

async function measureAll(database: BenchDatabase, world: World, options: MixedOptions): Promise<Map<string, Both>> {
  const random = createRandom(7);
  const servers = {
    ours: await startServer(database),
    thin: await startChild('thin-process.ts', { DATABASE_URL: database.url }),
  };
  const thin = actOf(world, { name: THIN, make: () => ({ method: 'GET', path: '/feed' }) }, random);
  const rows = new Map<string, Both>();
  try {
    for (const scenario of scenariosOf(random)) {
      const both = await measureInTurn(servers, { ours: actOf(world, scenario, random), thin }, options);
      rows.set(scenario.name, both);
      console.log(
        `  ${scenario.name}: ${Math.round(both.ours.perSecond)} a second, p99 ${both.ours.p99.toFixed(1)} ms; ` +
          `thin ${Math.round(both.thin.perSecond)}`,
      );
    }
  } finally {
    await Promise.all([servers.ours.stop(), servers.thin.stop()]);
  }
  return rows;
}

function describe(
  rows: Map<string, Both>,
  members: number,
  { posts, seconds, runs, connections }: MixedOptions,
): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const cells = [...rows].map(([name, { ours, thin }]) => [
    name,
    Math.round(ours.perSecond),
    Math.round(thin.perSecond),
    (ours.perSecond / thin.perSecond).toFixed(2),
    ours.p50.toFixed(1),
    ours.p95.toFixed(1),
    ours.p99.toFixed(1),
  ]);
  return `## A mixed day, ${number(posts)} posts

${number(members)} members, each of whom follows 300; every call is made by one of them drawn
at random, as Chrome sends it, so answers are compressed. ${connections} connections at once. Each line is the median
of ${runs} runs of ${seconds} s; a run of the thin server, compressed by the same library, follows each of ours.

${describeMachine()}. Command: \`npm run bench -- mixed --posts=${posts}\`.

${toTable(['Calls', 'A second', 'Thin', '× thin', 'p50 ms', 'p95 ms', 'p99 ms'], cells)}`;
}

/** Makes a community in which many members follow many, measures, prints, and writes docs/benchmarks.md. */
export async function benchMixed(options: MixedOptions): Promise<void> {
  const sizes = sizesFor(options.posts);
  console.log(`Generating ${options.posts} posts, and ${options.members} members who follow 300 each …`);
  const database = await createGrownDatabase(sizes, null, (line) => console.log(`  ${line}`));
  try {
    const world = await makeWorld(database, sizes.members, options.members);
    const rows = await measureAll(database, world, options);
    const text = describe(rows, world.readers.length, options);
    console.log(`\n${text}`);
    await writeSection(`mixed-${options.posts}`, text);
  } finally {
    await database.close();
  }
}
