import { main } from '../../server/src/main.ts';
import { reportFailure } from '../run/report-failure.ts';
import { parseStartFlags } from '../run/start-flags.ts';

/** What a container runs: the server, over pages that were built with the image. Installs and builds nothing. */
async function serve(): Promise<void> {
  // The first process of a container is not ended by a signal unless it says so; the server says so once it runs.
  const end = (): void => process.exit(143);
  process.on('SIGTERM', end);
  await main({ ...parseStartFlags(process.argv.slice(2)), dev: false });
  process.off('SIGTERM', end);
}

await serve().catch(reportFailure);
