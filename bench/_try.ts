import { readFileSync } from 'node:fs';
import { createGrownDatabase } from './database.ts';
import { sizesFor } from './ops/bench.ts';

const db = await createGrownDatabase(sizesFor(20_000), '/tmp/bench-keep', () => undefined);
const c = await db.pool.pool.connect();
try {
  for (const q of readFileSync(process.argv[2]!, 'utf8').split(/;\n/)) {
    if (!q.trim()) continue;
    const r = await c.query(q);
    console.log(r.rows.map((x) => Object.values(x).join(' | ')).join('\n'), '\n--');
  }
} finally {
  c.release(true);
  await db.close();
}
