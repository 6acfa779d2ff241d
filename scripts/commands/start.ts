import path from 'node:path';
import { parseConfig } from '../../server/src/config/config.ts';
import { reportFailure } from '../run/report-failure.ts';
import { parseStartFlags } from '../run/start-flags.ts';
import { stopWhenOrphaned } from '../run/stop-when-orphaned.ts';
import { buildWebIfStale } from '../run/web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** `npm start`: builds the web application if its build is stale, then runs the server in this process. */
async function start(): Promise<void> {
  stopWhenOrphaned();
  const flags = parseStartFlags(process.argv.slice(2));
  // Report invalid settings before a build replaces the files that a running server sends.
  parseConfig({ ...process.env, ...(flags.role ? { ROLE: flags.role } : {}) }, ROOT);
  // Loading the server's modules takes about as long as checking the build, so they run side by side.
  const [{ main }, { fillDemo }] = await Promise.all([
    import('../../server/src/main.ts'),
    import('../../demo/src/fill.ts'),
    buildWebIfStale((line) => console.log(line)),
  ]);
  await main({ ...flags, fillDemo, dev: false });
}

await start().catch(reportFailure);
