import { fillDemo } from '../../demo/src/fill.ts';
import { main } from '../../server/src/main.ts';
import { reportFailure } from '../run/report-failure.ts';
import { parseStartFlags } from '../run/start-flags.ts';

/** The command of a container: the server with the pages of the image. Installs and builds nothing. */
async function serve(): Promise<void> {
  // A signal ends the first process of a container only if the process handles it; the server does so once it runs.
  const end = (): void => process.exit(143);
  process.on('SIGTERM', end);
  await main({ ...parseStartFlags(process.argv.slice(2)), fillDemo, dev: false });
  process.off('SIGTERM', end);
}

await serve().catch(reportFailure);
