import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

/**
 * Returns the plan of the statements of `run` as text: with sequential scans made expensive, it names the index used.
 */
export function explain(db: Kysely<Database>, run: (db: Kysely<Database>) => Promise<unknown>): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const plans: string[] = [];
    const explaining = tx.withPlugin({
      transformQuery({ node }) {
        if (!('sqlFragments' in node)) return node;
        const [first = '', ...rest] = node.sqlFragments;
        return { ...node, sqlFragments: [`EXPLAIN ${first}`, ...rest] };
      },
      transformResult: async ({ result }) => {
        plans.push(JSON.stringify(result.rows));
        return { ...result, rows: [] };
      },
    });
    await run(
      // Prepared statements are compiled already; the plug-in sees their results only.
      new Proxy(explaining, {
        get(target, key) {
          if (key === 'executeQuery')
            return (query: CompiledQuery) =>
              target.executeQuery(CompiledQuery.raw(`EXPLAIN ${query.sql}`, [...query.parameters]));
          const member: unknown = Reflect.get(target, key);
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      }),
    );
    return plans.join();
  });
}
