/** Prometheus metrics, on a separate port that the public never reaches. */
import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Replicas } from '#db/replicas/replicas.ts';
import type { LoadShedding } from '../gate/load-shedding.ts';
import type { RequestEnd } from '../request-end.ts';
import type { Health } from './health.ts';
import { addDatabaseGauges, addReplicaGauges, addSheddingGauges } from './load-gauges.ts';

/** The state of live events: Redis, the link between servers, and the sockets. */
export type LiveState = {
  redis: { readonly up: boolean } | null;
  linkStatus: { readonly weak: boolean };
  countSockets: () => number;
};

export type Metrics = {
  registry: Registry;
  observeLive(state: LiveState): void;
  observeRequest(end: RequestEnd): void;
  observeReplicas(replicas: Replicas): void;
  observeShedding(shedding: LoadShedding): void;
  observeJob: (name: string, outcome: 'done' | 'failed', seconds: number) => void;
};

function addLiveGauges(registry: Registry, { redis, linkStatus, countSockets }: LiveState): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('realtime_sockets', 'Sockets connected to this server', countSockets);
  gauge('realtime_line_weak', '1 while live events may not reach all servers, and tabs reload', () =>
    linkStatus.weak ? 1 : 0,
  );
  if (redis) gauge('redis_up', '1 while Redis responds', () => (redis.up ? 1 : 0));
}

let processMetrics: Registry | undefined;

/** Observers of the process never end, so all its applications share them. */
function shareProcessMetrics(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/** Process, request and connection-pool metrics. Each application has its own registry. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = Registry.merge([shareProcessMetrics()]);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of one attempt at a job, by kind and outcome; failed ones are retried',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers: [registry],
  });
  addDatabaseGauges(registry, pool);
  return {
    registry,
    observeShedding: (shedding) => addSheddingGauges(registry, shedding),
    observeReplicas: (replicas) => addReplicaGauges(registry, replicas),
    observeLive: (state) => addLiveGauges(registry, state),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    observeRequest({ request, status, ms }) {
      const route = request.routeOptions.url ?? 'none';
      requests.observe({ method: request.method, route, status }, ms / 1_000);
    },
  };
}

async function respondToProbe(path: string, { registry }: Metrics, health: Health): Promise<[number, string, string]> {
  const json = 'application/json; charset=utf-8';
  if (path === '/metrics') return [200, registry.contentType, await registry.metrics()];
  if (path === '/healthz') return [200, json, JSON.stringify({ status: 'ok' })];
  if (path !== '/readyz') return [404, 'text/plain', ''];
  const readiness = await health.check();
  return [readiness.status === 'ready' ? 200 : 503, json, JSON.stringify(readiness)];
}

/**
 * Serves /metrics, on loopback unless `host` is given, and the health checks of a process without a public port:
 * /healthz and /readyz. Resolves with the server when it listens; rejects if the port is taken.
 */
export function serveMetrics(metrics: Metrics, health: Health, port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer((request, response) => {
    respondToProbe(request.url ?? '', metrics, health).then(
      ([status, type, text]) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
