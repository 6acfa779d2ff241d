/** The figures for operators: connections, jobs, replicas, and refused calls. */
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '#db/replicas/replicas.ts';
import type { LoadShedding } from '../gate/load-shedding.ts';

type Ask = <R extends pg.QueryResultRow>(text: string) => Promise<R[]>;

function addJobGauges(registry: Registry, ask: Ask): void {
  new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that wait to be done, or to be tried again, by kind',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset();
      // The queue tables are short: finished jobs are not among these rows.
      const rows = await ask<{ name: string; count: number }>(
        "SELECT name, count(*)::integer AS count FROM jobs.job WHERE state < 'active' GROUP BY name",
      );
      for (const { name, count } of rows) this.set({ job: name }, count);
    },
  });
  new Gauge({
    name: 'jobs_oldest_waiting_seconds',
    help: 'For how long the job that is due longest has been waiting',
    registers: [registry],
    async collect() {
      const [row] = await ask<{ seconds: number | null }>(`
        SELECT extract(epoch FROM now() - min(start_after))::float8 AS seconds
        FROM jobs.job WHERE state < 'active' AND start_after < now()`);
      this.set(row?.seconds ?? 0);
    },
  });
}

export function addDatabaseGauges(registry: Registry, pool: pg.Pool): void {
  /** Returns nothing while the database is away, because the other figures are most needed then. */
  const ask: Ask = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
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
  addJobGauges(registry, ask);
  new Gauge({
    name: 'db_size_bytes',
    help: 'Size of the database on disk, indexes included',
    registers: [registry],
    async collect() {
      const [row] = await ask<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
      this.set(row?.bytes ?? 0);
    },
  });
}

export function addSheddingGauges(registry: Registry, shedding: LoadShedding): void {
  new Gauge({
    name: 'http_calls_running',
    help: 'Calls that are being answered now',
    registers: [registry],
    collect() {
      this.set(shedding.running);
    },
  });
  new Counter({
    name: 'http_calls_shed_total',
    help: 'Calls refused because too many were running',
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
    help: 'Whether the primary did not answer its last check (1), or did (0)',
    registers: [registry],
    collect() {
      this.set(replicas.primaryAway ? 1 : 0);
    },
  });
  new Gauge({
    name: 'db_replica_lag_seconds',
    help: 'How far a read replica is behind its primary, by replica and whether it serves',
    labelNames: ['replica', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, state, lagMs } of replicas.states) this.set({ replica: name, state }, lagMs / 1_000);
    },
  });
}
