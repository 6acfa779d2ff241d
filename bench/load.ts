import autocannon from 'autocannon';

export type Load = { requestsPerSecond: number; p50: number; p99: number };

/** Asks `url` again and again over so many connections; requests a second and latencies in ms. Throws on a wrong answer. */
async function measureOnce(url: string, token: string, connections: number, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no 200, ${result.errors} connections failed`);
  // The generator's own latency scale is whole milliseconds.
  const requestsPerSecond = result['2xx'] / result.duration;
  return { requestsPerSecond, p50: result.latency.p50, p99: result.latency.p99 };
}

/** The run with the median throughput of `runs`, after a short warm-up. */
export async function measureLoad(
  url: string,
  token: string,
  connections: number,
  { seconds, runs }: { seconds: number; runs: number },
): Promise<Load> {
  await measureOnce(url, token, connections, 1);
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) loads.push(await measureOnce(url, token, connections, seconds));
  loads.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const median = loads[Math.floor(loads.length / 2)];
  if (!median) throw new Error('nothing was measured');
  return median;
}
