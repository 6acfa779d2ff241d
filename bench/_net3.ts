import { createGrownDatabase } from './database.ts';
import { sizesFor } from './ops/bench.ts';

const db = await createGrownDatabase(sizesFor(20_000), '/tmp/bench-keep', () => undefined);
const c = await db.pool.pool.connect();
const blocked = `ARRAY(SELECT other_user_id FROM member_blocks WHERE user_id=$1)`;
const reported = `ARRAY(SELECT r.post_id FROM post_reports r JOIN posts rp ON rp.id = r.post_id WHERE r.user_id=$1 AND rp.user_id<>$1)`;
const vis = `(p.user_id <> ALL (${blocked}) AND p.id <> ALL (${reported}))`;
const netAll = `SELECT followed_id AS id FROM follows WHERE follower_id=$1::uuid UNION ALL SELECT other_user_id FROM connections WHERE user_id=$1::uuid UNION ALL SELECT $1::uuid`;
const V: Record<string, string> = {
  A2: `WITH heads AS MATERIALIZED (SELECT author.id AS author, (SELECT p.id FROM posts p WHERE p.user_id=author.id AND ${vis} ORDER BY p.id DESC LIMIT 1) AS head FROM (${netAll}) author ORDER BY 2 DESC NULLS LAST LIMIT 21)
 SELECT DISTINCT p.id FROM heads JOIN posts p ON p.user_id=heads.author AND p.id >= (SELECT h.head FROM heads h ORDER BY h.head LIMIT 1) WHERE ${vis} ORDER BY p.id DESC LIMIT 21`,
  C2: `SELECT p.id FROM (SELECT id, user_id FROM posts ORDER BY id DESC LIMIT 1000) p WHERE p.user_id = ANY (ARRAY(${netAll})) AND ${vis} ORDER BY p.id DESC LIMIT 21`,
  D: `SELECT p.id FROM (SELECT id, user_id FROM posts ORDER BY id DESC LIMIT 1000) p WHERE coalesce(p.user_id IN (${netAll}), false) AND ${vis} ORDER BY p.id DESC LIMIT 21`,
  E: `WITH m AS MATERIALIZED (SELECT followed_id AS id FROM follows WHERE follower_id=$1::uuid UNION ALL SELECT other_user_id FROM connections WHERE user_id=$1::uuid UNION ALL SELECT $1::uuid),
 recent AS MATERIALIZED (SELECT p.id FROM (SELECT id, user_id FROM posts ORDER BY id DESC LIMIT 1000) p WHERE coalesce(p.user_id IN (SELECT id FROM m), false) AND ${vis} ORDER BY p.id DESC LIMIT 21)
 SELECT id FROM recent UNION ALL SELECT q.id FROM (SELECT DISTINCT p.id FROM (SELECT m.id AS author, (SELECT p.id FROM posts p WHERE p.user_id=m.id AND ${vis} ORDER BY p.id DESC LIMIT 1) AS head FROM m WHERE (SELECT count(*) FROM recent) < 21 ORDER BY 2 DESC NULLS LAST LIMIT 21) heads JOIN posts p ON p.user_id=heads.author WHERE ${vis} ORDER BY p.id DESC LIMIT 21) q WHERE (SELECT count(*) FROM recent) < 21`,
  push: `SELECT e.post_id FROM network_entries e JOIN posts p ON p.id = e.post_id WHERE e.member_id = $1 AND ${vis} ORDER BY e.post_id DESC LIMIT 21`,
};
try {
  await c.query('SET jit=off; SET statement_timeout=0');
  await c.query(
    'DROP TABLE IF EXISTS network_entries; CREATE TABLE network_entries (member_id uuid NOT NULL, post_id uuid NOT NULL, PRIMARY KEY (member_id, post_id))',
  );
  const readers = (await c.query('SELECT id FROM bench_readers ORDER BY place LIMIT 400')).rows.map(
    (r) => r.id as string,
  );
  await c.query(
    `INSERT INTO network_entries SELECT f.follower_id, p.id FROM follows f JOIN posts p ON p.user_id = f.followed_id WHERE f.follower_id = ANY($1)`,
    [readers],
  );
  console.log(
    (await c.query(`SELECT count(*) n, pg_total_relation_size('network_entries') b FROM network_entries`)).rows[0],
  );
  await c.query('VACUUM ANALYZE network_entries');
  for (let round = 0; round < 2; round++)
    for (const [name, text] of Object.entries(V)) {
      for (let i = 0; i < 30; i++) await c.query({ name, text, values: [readers[i]] });
      await c.query('SELECT pg_stat_statements_reset()');
      for (const r of readers) await c.query({ name, text, values: [r] });
      const s = (
        await c.query(
          `SELECT mean_exec_time m, min_exec_time x FROM pg_stat_statements WHERE calls >= 400 ORDER BY calls DESC LIMIT 1`,
        )
      ).rows[0];
      console.log(name, 'mean', s?.m.toFixed(3), 'min', s?.x.toFixed(3));
    }
  for (const v of ['D']) {
    const e = await c.query(`EXPLAIN (ANALYZE, COSTS OFF) ${V[v]!.replaceAll('$1', `'${readers[100]}'`)}`);
    console.log(e.rows.map((r) => r['QUERY PLAN']).join('\n'));
  }
} finally {
  c.release(true);
  await db.close();
}
