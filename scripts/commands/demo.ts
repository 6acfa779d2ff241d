import { readWords } from '../run/command-words.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run demo [-- --force]`: fills the configured database with the demo community. */
async function demo(): Promise<void> {
  const { options } = readWords('npm run demo -- [--force]');
  const { runDemo } = await import('../../demo/src/run.ts');
  await runDemo({ force: options.has('--force') });
}

await demo().catch(reportFailure);
