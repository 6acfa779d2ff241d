/** Measures the size of a row and its index entries in each table, for the capacity model of docs/scaling.md. */
import { type BenchDatabase, createBenchDatabase, feedSize } from './database.ts';
import { toTable, writeScalingSection } from './report.ts';

/** Tables with fewer rows are left out: their sizes say little about a row. */
const MIN_ROWS = 500;

type Size = { name: string; rows: number; row: number; index: number };

async function readSizes({ pool }: BenchDatabase): Promise<Size[]> {
  const { rows } = await pool.pool.query<Size>(`
    SELECT c.relname AS name, c.reltuples::float8 AS rows,
      (pg_table_size(c.oid) / nullif(c.reltuples, 0))::float8 AS row,
      (pg_indexes_size(c.oid) / nullif(c.reltuples, 0))::float8 AS index
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples >= ${MIN_ROWS}
    ORDER BY (pg_total_relation_size(c.oid)) DESC`);
  return rows;
}

/** Generates a community, reads the catalog, and writes its section of docs/scaling.md; takes about a minute. */
export async function benchSizes(posts: number): Promise<void> {
  const share = posts / feedSize.posts;
  const size = {
    ...feedSize,
    posts,
    members: Math.round(feedSize.members * share),
    conversations: Math.round(feedSize.conversations * share),
  };
  const database = await createBenchDatabase(size, () => undefined);
  try {
    const sizes = await readSizes(database);
    const rows = sizes.map(({ name, rows: count, row, index }) => [
      `\`${name}\``,
      Math.round(count).toLocaleString('en-US'),
      Math.round(row),
      Math.round(index),
      Math.round(row + index),
    ]);
    const text = `A generated community of ${posts.toLocaleString('en-US')} posts and
${size.members.toLocaleString('en-US')} members. Command: \`npm run bench -- sizes\`.

${toTable(['Table', 'Rows', 'Bytes per row', 'In indexes', 'Total'], rows)}`;
    console.log(text);
    await writeScalingSection('sizes', text);
  } finally {
    await database.close();
  }
}
