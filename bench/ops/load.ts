import { Connection } from './connection.ts';

/** Does one thing over a connection; resolves when it is done from a member's view, throws when it failed. */
export type Act = (connection: Connection, slot: number) => Promise<void>;

export type Load = { perSecond: number; count: number; p50: number; p95: number; p99: number };

const rank = (sorted: Float64Array, share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Repeats `act` over some connections at once, for some time. Latencies in milliseconds. Throws the first error. */
export async function applyLoad(port: number, act: Act, connections: number, seconds: number): Promise<Load> {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  try {
    await Promise.all(
      opened.map(async (connection, slot) => {
        for (let now = performance.now(); now < until; ) {
          await act(connection, slot);
          const done = performance.now();
          times.push(done - now);
          now = done;
        }
      }),
    );
  } finally {
    for (const connection of opened) connection.close();
  }
  const lasted = (performance.now() - began) / 1_000;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: times.length / lasted,
    count: times.length,
    p50: rank(sorted, 0.5),
    p95: rank(sorted, 0.95),
    p99: rank(sorted, 0.99),
  };
}
