/** Gauges for operators: connections, jobs, replicas, and rejected calls. */
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '#db/replicas/replicas.ts';
import type { LoadShedding } from '../gate/load-shedding.ts';

type RunQuery = <R extends pg.QueryResultRow>(text: string) => Promise<R[]>;

function addJobGauges(registry: Registry, runQuery: RunQuery): void {
  new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs waiting to run or to be retried, by kind',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset();
      // The queue tables are short: finished jobs are not among these rows.
      const rows = await runQuery<{ name: string; count: number }>(
        "SELECT name, count(*)::integer AS count FROM jobs.job WHERE state < 'active' GROUP BY name",
      );
      for (const { name, count } of rows) this.set({ job: name }, count);
    },
  });
  new Gauge({
    name: 'jobs_oldest_waiting_seconds',
    help: 'How long the job that has been due longest has waited',
    registers: [registry],
    async collect() {
      const [row] = await runQuery<{ seconds: number | null }>(`
        SELECT extract(epoch FROM now() - min(start_after))::float8 AS seconds
        FROM jobs.job WHERE state < 'active' AND start_after < now()`);
      this.set(row?.seconds ?? 0);
    },
  });
  new Gauge({
    name: 'jobs_without_worker',
    help: '1 if no server has looked for scheduled jobs in the last three minutes: no server runs jobs',
    registers: [registry],
    async collect() {
      // A server that runs jobs looks every half minute.
      const [row] = await runQuery<{ works: boolean }>(
        "SELECT EXISTS (SELECT FROM jobs.version WHERE cron_on > now() - interval '3 minutes') AS works",
      );
      this.set(row?.works === false ? 1 : 0);
    },
  });
}

export function addDatabaseGauges(registry: Registry, pool: pg.Pool): void {
  /** Returns no rows while the database is away, because the other metrics are most needed then. */
  const runQuery: RunQuery = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
    pool.query<R>(text).then(
      ({ rows }) => rows,
      () => [],
    );
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to PostgreSQL by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  addJobGauges(registry, runQuery);
  new Gauge({
    name: 'db_size_bytes',
    help: 'Size of the database on disk, indexes included',
    registers: [registry],
    async collect() {
      const [row] = await runQuery<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
      this.set(row?.bytes ?? 0);
    },
  });
}

export function addSheddingGauges(registry: Registry, shedding: LoadShedding): void {
  new Gauge({
    name: 'http_calls_running',
    help: 'Calls in progress',
    registers: [registry],
    collect() {
      this.set(shedding.running);
    },
  });
  new Counter({
    name: 'http_calls_shed_total',
    help: 'Calls rejected because too many were running',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(shedding.refused);
    },
  });
}

export function addReplicaGauges(registry: Registry, replicas: Replicas): void {
  new Gauge({
    name: 'db_primary_away',
    help: '1 if the primary did not respond to its last check',
    registers: [registry],
    collect() {
      this.set(replicas.primaryAway ? 1 : 0);
    },
  });
  new Gauge({
    name: 'db_replica_lag_seconds',
    help: 'How far a read replica lags behind its primary, by replica and state',
    labelNames: ['replica', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, state, lagMs } of replicas.states) this.set({ replica: name, state }, lagMs / 1_000);
    },
  });
}
