import { createGrownDatabase } from './database.ts';
import { sizesFor } from './ops/bench.ts';

const db = await createGrownDatabase(sizesFor(20_000), '/tmp/bench-keep', () => undefined);
const c = await db.pool.pool.connect();
const vis = `(p.user_id <> ALL (ARRAY(SELECT other_user_id FROM member_blocks WHERE user_id=$1)) AND NOT EXISTS (SELECT 1 FROM post_reports r WHERE r.user_id=$1 AND r.post_id=p.id AND p.user_id<>r.user_id))`;
const net = `SELECT followed_id AS id FROM follows WHERE follower_id=$1::uuid UNION SELECT other_user_id FROM connections WHERE user_id=$1::uuid UNION SELECT $1::uuid`;
const netAll = net.replaceAll('UNION SELECT', 'UNION ALL SELECT');
const V: Record<string, string> = {
  A: `WITH heads AS MATERIALIZED (SELECT author.id AS author, newest.id AS head FROM (${net}) author CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.user_id=author.id AND ${vis} ORDER BY p.id DESC LIMIT 1) newest ORDER BY newest.id DESC LIMIT 21)
 SELECT newest.id FROM heads CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.user_id=heads.author AND ${vis} AND p.id >= coalesce((SELECT h.head FROM heads h ORDER BY h.head DESC OFFSET 20 LIMIT 1),'00000000-0000-0000-0000-000000000000') ORDER BY p.id DESC LIMIT 21) newest ORDER BY newest.id DESC LIMIT 21`,
  A2: `WITH heads AS MATERIALIZED (SELECT author.id AS author, (SELECT p.id FROM posts p WHERE p.user_id=author.id ORDER BY p.id DESC LIMIT 1) AS head FROM (${netAll}) author ORDER BY 2 DESC NULLS LAST LIMIT 21)
 SELECT DISTINCT p.id FROM heads JOIN posts p ON p.user_id=heads.author AND p.id >= (SELECT h.head FROM heads h ORDER BY h.head LIMIT 1) WHERE ${vis} ORDER BY p.id DESC LIMIT 21`,
  B: `WITH net AS MATERIALIZED (${netAll}) SELECT p.id FROM (SELECT id, user_id FROM posts ORDER BY id DESC LIMIT 1000) p WHERE p.user_id IN (SELECT id FROM net) AND ${vis} ORDER BY p.id DESC LIMIT 21`,
  C: `SELECT p.id FROM (SELECT id, user_id FROM posts ORDER BY id DESC LIMIT 1000) p WHERE p.user_id = ANY (ARRAY(${netAll})) AND ${vis} ORDER BY p.id DESC LIMIT 21`,
  netonly: `SELECT array_agg(id) FROM (${netAll}) n`,
  netcount: `SELECT count(*) FROM (${netAll}) n`,
};
try {
  await c.query('SET jit=off');
  const readers = (await c.query('SELECT id FROM bench_readers ORDER BY place LIMIT 400')).rows.map(
    (r) => r.id as string,
  );
  for (const [name, text] of Object.entries(V)) {
    for (let i = 0; i < 30; i++) await c.query({ name, text, values: [readers[i]] });
    await c.query({ name: 'reset' + name, text: 'SELECT pg_stat_statements_reset()' }).catch(() => 0);
    const t = performance.now();
    let n = 0;
    for (const r of readers) n += (await c.query({ name, text, values: [r] })).rows.length;
    const took = (performance.now() - t) / readers.length;
    const s = (
      await c.query(
        `SELECT query, mean_exec_time, min_exec_time, calls FROM pg_stat_statements WHERE calls >= 400 ORDER BY calls DESC LIMIT 1`,
      )
    ).rows[0];
    console.log(
      name,
      'wall',
      took.toFixed(3),
      'mean exec',
      s?.mean_exec_time.toFixed(3),
      'min',
      s?.min_exec_time.toFixed(3),
      'rows',
      n / 400,
    );
  }
  const e = await c.query(`EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF) ${V['A2']!.replaceAll('$1', `'${readers[3]}'`)}`);
  console.log(e.rows.map((r) => r['QUERY PLAN']).join('\n'));
  const e2 = await c.query(`EXPLAIN (ANALYZE, COSTS OFF) ${V['B']!.replaceAll('$1', `'${readers[3]}'`)}`);
  console.log(e2.rows.map((r) => r['QUERY PLAN']).join('\n'));
} finally {
  c.release(true);
  await db.close();
}
