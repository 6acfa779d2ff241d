/** Runs operations one after the other against the server and records the cost of each. */
import type { BenchChild } from '../child.ts';
import type { BenchDatabase } from '../database.ts';
import { measureMemory } from '../memory.ts';
import { type Act, applyLoad, type Load } from './load.ts';
import type { Operation } from './operations.ts';
import { readFamilySeconds, readOwnSeconds } from './processes.ts';
import type { World } from './world.ts';

export type Pace = { seconds: number; runs: number; connections: readonly number[] };

export type Measured = Load & {
  name: string;
  connections: number;
  /** Statements of a request; null for one without a database. */
  statements: number | null;
  /** Milliseconds of processor time of a request, of the server's process and of the database's. */
  serverMs: number | null;
  databaseMs: number | null;
  memoryMb: number;
};

type Meter = { statements: number; server: number | null; database: number | null };
export type Gauge = { database: BenchDatabase; server: BenchChild };

export const WARM_UP_SECONDS = 1;

/** Sessions begin and end; one of them leads to their common parent process. */
async function readMeter({ database, server }: Gauge): Promise<Meter> {
  const { rows } = await database.pool.pool.query<{ calls: number; pid: number }>(
    'SELECT coalesce(sum(calls), 0)::float8 AS calls, pg_backend_pid() AS pid FROM pg_stat_statements',
  );
  const [row] = rows;
  return {
    statements: row?.calls ?? 0,
    server: readOwnSeconds(server.child.pid ?? 0),
    database: readFamilySeconds(row?.pid ?? 0),
  };
}

const each = (before: number | null, after: number | null, count: number): number | null =>
  before === null || after === null ? null : ((after - before) * 1_000) / count;

/** One run of an operation, under its name. */
export async function measureOnce(
  gauge: Gauge,
  name: string,
  act: Act,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const before = await readMeter(gauge);
  const load = await applyLoad(gauge.server.port, act, connections, seconds);
  const after = await readMeter(gauge);
  return {
    ...load,
    name,
    connections,
    statements: (after.statements - before.statements) / load.count,
    serverMs: each(before.server, after.server, load.count),
    databaseMs: each(before.database, after.database, load.count),
    memoryMb: Math.round(await measureMemory(gauge.server.child.pid ?? 0)),
  };
}

/** The run with the median rate. */
export const medianOf = (runs: readonly Measured[]): Measured | undefined =>
  runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)];

/** The run with the median rate, at each number of connections. */
export async function measureOperation(
  gauge: Gauge,
  world: World,
  operation: Operation,
  { seconds, runs, connections }: Pace,
  say: (line: string) => void,
): Promise<Measured[]> {
  const act = await operation.open(world, gauge.server.port);
  try {
    const rows: Measured[] = [];
    for (const atOnce of connections) {
      await applyLoad(gauge.server.port, act, atOnce, WARM_UP_SECONDS);
      const outcomes: Measured[] = [];
      for (let run = 0; run < runs; run++)
        outcomes.push(await measureOnce(gauge, operation.name, act, atOnce, seconds));
      const median = medianOf(outcomes);
      if (!median) continue;
      rows.push(median);
      say(
        `  ${operation.name}, ${atOnce} at once: ${Math.round(median.perSecond)} a second, p99 ` +
          `${median.p99.toFixed(1)} ms, ${median.memoryMb} MB`,
      );
    }
    return rows;
  } finally {
    operation.close?.();
  }
}
