import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { type ConnectionSettings, type DatabasePool, WatchedPool } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';

export type RecordedStatements = {
  database: DatabasePool;
  /** Returns the plan lines of each read that `work` sends, by running it again with EXPLAIN (ANALYZE, BUFFERS). */
  explain: (work: () => Promise<unknown>) => Promise<{ sql: string; plan: string[] }[]>;
};

/** Returns a database that records the statements sent to it, with their parameters. */
export function recordStatements(connection: ConnectionSettings): RecordedStatements {
  let recorded: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new WatchedPool(connection);
  // Ignores the server's messages on closing sockets when it stops.
  pool.on('error', () => undefined);
  const log = ({ query }: LogEvent): void => void recorded.push({ sql: query.sql, parameters: query.parameters });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  return {
    database: { db, pool, log, onStatement: () => () => false, close: () => db.destroy() },
    async explain(work) {
      recorded = [];
      await work();
      const plans: { sql: string; plan: string[] }[] = [];
      for (const { sql, parameters } of recorded.filter((statement) => /^\s*(select|with)\b/i.test(statement.sql))) {
        const query = `EXPLAIN (ANALYZE, BUFFERS) ${sql}`;
        await pool.query(query, [...parameters]);
        const { rows } = await pool.query<Record<string, string>>(query, [...parameters]);
        plans.push({ sql, plan: rows.map((row) => row['QUERY PLAN'] ?? '') });
      }
      return plans;
    },
  };
}
