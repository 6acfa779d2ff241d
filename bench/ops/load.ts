import { Connection } from './connection.ts';

/** Performs an operation once. Resolves when it is complete for the member; throws if it fails. */
export type Perform = (connection: Connection, slot: number) => Promise<void>;

export type Load = { perSecond: number; count: number; p50: number; p95: number; p99: number };

const percentile = (sorted: Float64Array, share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Repeats `perform` over concurrent connections for some time. Returns latencies in ms; throws the first error. */
export async function applyLoad(port: number, perform: Perform, connections: number, seconds: number): Promise<Load> {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times: number[] = [];
  const began = performance.now();
  const deadline = began + seconds * 1_000;
  try {
    await Promise.all(
      opened.map(async (connection, slot) => {
        for (let now = performance.now(); now < deadline; ) {
          await perform(connection, slot);
          const done = performance.now();
          times.push(done - now);
          now = done;
        }
      }),
    );
  } finally {
    for (const connection of opened) connection.close();
  }
  const elapsed = (performance.now() - began) / 1_000;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: times.length / elapsed,
    count: times.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
}
