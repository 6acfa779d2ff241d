import { readWords } from '../run/command-words.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run rotate-secrets [-- --lost-key]`: seals what nobody may read in a copy of the database with a new key. */
async function run(): Promise<void> {
  const { options } = readWords(['--lost-key'], 0);
  const { rotateSecrets } = await import('../../server/src/operations/rotate-secrets.ts');
  const { parseConfig } = await import('../../server/src/config.ts');
  const { ROOT } = await import('../../server/src/main.ts');
  const { sealed, lost } = await rotateSecrets(parseConfig(process.env, ROOT), { lostKey: options.has('--lost-key') });
  console.log(`Sealed ${sealed} values with the new key.`);
  for (const { what, rows } of lost)
    console.log(
      `${rows} members: their ${what} cannot be opened. They sign in with a recovery code and set it up anew.`,
    );
}

await run().catch(reportFailure);
