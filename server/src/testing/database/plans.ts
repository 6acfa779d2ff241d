import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

type Options = {
  /** Runs the statements and reports how often each part ran, with the planner's own choice of plan. */
  analyze?: boolean;
};

/**
 * Returns the plan of the statements in `run` as text. Sequential scans are made expensive, so it names the index used.
 */
export function explain(
  db: Kysely<Database>,
  run: (db: Kysely<Database>) => Promise<unknown>,
  { analyze = false }: Options = {},
): Promise<string> {
  const how = analyze ? 'EXPLAIN (ANALYZE, TIMING OFF)' : 'EXPLAIN';
  return db.transaction().execute(async (tx) => {
    if (!analyze) await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const plans: string[] = [];
    const explaining = tx.withPlugin({
      transformQuery({ node }) {
        if (!('sqlFragments' in node)) return node;
        const [first = '', ...rest] = node.sqlFragments;
        return { ...node, sqlFragments: [`${how} ${first}`, ...rest] };
      },
      transformResult: async ({ result }) => {
        plans.push(JSON.stringify(result.rows));
        return { ...result, rows: [] };
      },
    });
    await run(
      // Prepared statements are already compiled; the plugin sees only their results.
      new Proxy(explaining, {
        get(target, key) {
          if (key === 'executeQuery')
            return (query: CompiledQuery) =>
              target.executeQuery(CompiledQuery.raw(`${how} ${query.sql}`, [...query.parameters]));
          const member: unknown = Reflect.get(target, key);
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      }),
    );
    return plans.join();
  });
}
