import path from 'node:path';
import { parseConfig } from '../../server/src/config.ts';
import { reportFailure } from '../run/report-failure.ts';
import { parseStartFlags } from '../run/start-flags.ts';
import { stopWhenOrphaned } from '../run/stop-when-orphaned.ts';
import { buildWebIfStale } from '../run/web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** `npm start`: the web build if stale, then the server in this process. */
async function start(): Promise<void> {
  stopWhenOrphaned();
  const flags = parseStartFlags(process.argv.slice(2));
  // Wrong settings are named before a build replaces the pages that a running server sends.
  parseConfig({ ...process.env, ...(flags.role ? { ROLE: flags.role } : {}) }, ROOT);
  // Loading the server's modules and checking the build take about as long; they run side by side.
  const [{ main }, { fillDemo }] = await Promise.all([
    import('../../server/src/main.ts'),
    import('../../demo/src/fill.ts'),
    buildWebIfStale((line) => console.log(line)),
  ]);
  await main({ ...flags, fillDemo, dev: false });
}

await start().catch(reportFailure);
