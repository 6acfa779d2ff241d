import { fillDemo } from '../../demo/src/fill.ts';
import { main } from '../../server/src/main.ts';
import { reportFailure } from '../run/report-failure.ts';
import { parseStartFlags } from '../run/start-flags.ts';

/** The command of the container image: runs the server with the image's web build. Installs and builds nothing. */
async function serve(): Promise<void> {
  // SIGTERM stops the first process of a container only if that process handles it. The server does once it runs.
  const exit = (): void => process.exit(143);
  process.on('SIGTERM', exit);
  await main({ ...parseStartFlags(process.argv.slice(2)), fillDemo, dev: false });
  process.off('SIGTERM', exit);
}

await serve().catch(reportFailure);
