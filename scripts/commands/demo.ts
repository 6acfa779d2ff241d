import { StartError } from '../../server/src/platform/start-error.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run demo [-- --force]`: fills the configured database with the demo community. */
async function demo(): Promise<void> {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== '--force');
  if (unknown !== undefined) throw new StartError(`Unknown option "${unknown}". There is: --force.`);
  const { runDemo } = await import('../../demo/src/run.ts');
  await runDemo({ force: words.includes('--force') });
}

await demo().catch(reportFailure);
