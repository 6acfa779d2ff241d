import { createGrownDatabase } from './database.ts';
import { sizesFor } from './ops/bench.ts';
import { makeWorld } from './ops/world.ts';
import { applyLoad } from './ops/load.ts';
import { startServer } from './child.ts';
import { scenariosOf, actOf, createRandom } from './mixed/bench.ts';
const only = process.argv[2]!; const seconds = Number(process.argv[3] ?? 5);
const db = await createGrownDatabase(sizesFor(20_000), '/tmp/bench-keep', () => undefined);
try {
  const world = await makeWorld(db, sizesFor(20_000).members, 10_000);
  process.env['NODE_OPTIONS'] = process.argv[4] === 'prof' ? '--cpu-prof --cpu-prof-dir=/tmp/prof' : '';
  const server = await startServer(db);
  const random = createRandom(7);
  const s = scenariosOf(random).find(x => x.name === only)!;
  const act = actOf(world, s, random);
  await applyLoad(server.port, act, 16, 1);
  await db.pool.pool.query('SELECT pg_stat_statements_reset()');
  const load = await applyLoad(server.port, act, 16, seconds);
  console.log(load);
  const { rows } = await db.pool.pool.query(`SELECT calls, total_exec_time t, mean_exec_time m, query FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 22`);
  for (const r of rows) console.log(String(Math.round(r.t)).padStart(6), 'ms', String(r.calls).padStart(6), r.m.toFixed(3), r.query.replace(/\s+/g,' ').slice(0,150));
  await server.stop();
} finally { await db.close(); }
