import { readWords } from '../run/command-words.ts';
import { readConfig } from '../run/read-config.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run rotate-secrets [-- --lost-key]`: seals the secret values in the database with a new key. */
async function run(): Promise<void> {
  const { options } = readWords('npm run rotate-secrets -- [--lost-key]');
  const { rotateSecrets } = await import('../../server/src/operations/rotate-secrets.ts');
  const { sealed, lost } = await rotateSecrets(await readConfig(), { lostKey: options.has('--lost-key') });
  console.log(`Sealed ${sealed} values with the new key.`);
  for (const { what, rows } of lost) console.log(`Cannot be opened without the lost key: ${what} (${rows} values).`);
  if (lost.length > 0)
    console.log('Members set these up again. Those with two-step verification first sign in with a recovery code.');
}

await run().catch(reportFailure);
