/** Runs operations one after the other and measures the cost of each. */
import type { BenchChild } from '../child.ts';
import type { BenchDatabase } from '../database.ts';
import { measureMemory } from '../memory.ts';
import { applyLoad, type Load, type Perform } from './load.ts';
import type { Operation } from './operations.ts';
import { readDatabaseSeconds, readProcessSeconds } from './processes.ts';
import type { World } from './world.ts';

export type RunSettings = { seconds: number; runs: number; connections: readonly number[] };

export type Measured = Load & {
  name: string;
  connections: number;
  /** Statements per call; null without a database. */
  statements: number | null;
  /** Milliseconds of processor time per call, of the server process and of the database processes. */
  serverMs: number | null;
  databaseMs: number | null;
  memoryMb: number;
};

type Usage = { statements: number; server: number | null; database: number | null };
export type ServerUnderTest = { database: BenchDatabase; server: BenchChild };

export const WARM_UP_SECONDS = 1;

/** Reads the totals so far. Database sessions come and go, so their parent process is found through one of them. */
async function readUsage({ database, server }: ServerUnderTest): Promise<Usage> {
  const { rows } = await database.pool.pool.query<{ calls: number; pid: number }>(
    'SELECT coalesce(sum(calls), 0)::float8 AS calls, pg_backend_pid() AS pid FROM pg_stat_statements',
  );
  const [row] = rows;
  return {
    statements: row?.calls ?? 0,
    server: readProcessSeconds(server.child.pid ?? 0),
    database: readDatabaseSeconds(row?.pid ?? 0),
  };
}

const msPerCall = (before: number | null, after: number | null, count: number): number | null =>
  before === null || after === null ? null : ((after - before) * 1_000) / count;

/** Measures one run of an operation. */
export async function measureOnce(
  tested: ServerUnderTest,
  name: string,
  perform: Perform,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const before = await readUsage(tested);
  const load = await applyLoad(tested.server.port, perform, connections, seconds);
  const after = await readUsage(tested);
  return {
    ...load,
    name,
    connections,
    statements: (after.statements - before.statements) / load.count,
    serverMs: msPerCall(before.server, after.server, load.count),
    databaseMs: msPerCall(before.database, after.database, load.count),
    memoryMb: Math.round(await measureMemory(tested.server.child.pid ?? 0)),
  };
}

/** Returns the run with the median rate. */
export const medianOf = (runs: readonly Measured[]): Measured | undefined =>
  runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)];

/** Measures an operation with each number of connections, and returns the median run of each. */
export async function measureOperation(
  tested: ServerUnderTest,
  world: World,
  operation: Operation,
  { seconds, runs, connections }: RunSettings,
  log: (line: string) => void,
): Promise<Measured[]> {
  const perform = await operation.open(world, tested.server.port);
  try {
    const rows: Measured[] = [];
    for (const concurrency of connections) {
      await applyLoad(tested.server.port, perform, concurrency, WARM_UP_SECONDS);
      const results: Measured[] = [];
      for (let run = 0; run < runs; run++)
        results.push(await measureOnce(tested, operation.name, perform, concurrency, seconds));
      const median = medianOf(results);
      if (!median) continue;
      rows.push(median);
      log(
        `  ${operation.name}, ${concurrency} concurrent: ${Math.round(median.perSecond)} calls/s, p99 ` +
          `${median.p99.toFixed(1)} ms, ${median.memoryMb} MB`,
      );
    }
    return rows;
  } finally {
    operation.close?.();
  }
}
