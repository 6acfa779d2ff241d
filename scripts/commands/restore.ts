import { existsSync } from 'node:fs';
import { keyFile } from '../../server/src/platform/secrets/key-file.ts';
import { StartError } from '../../server/src/platform/start-error.ts';
import { readWords } from '../run/command-words.ts';
import { readConfig } from '../run/read-config.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run restore -- FILE [--without-files]`: restores a backup into an empty data folder or database. */
async function run(): Promise<void> {
  const { options, words } = readWords('npm run restore -- FILE [--without-files]');
  const [file] = words;
  if (file === undefined) throw new StartError('Name the backup: npm run restore -- FILE');
  const { restore } = await import('../../server/src/operations/backup/restore.ts');
  const config = await readConfig();
  const restored = await restore(config, { file, withFiles: !options.has('--without-files') });
  if (config.secretsKeys.length === 0 && !existsSync(keyFile(config)))
    console.log('Before you start the server, copy secrets.key of the backed-up installation into DATA_DIR.');
  const { rows, files, createdAt } = restored;
  console.log(`Restored ${rows} rows and ${files} files as of ${createdAt}. Start the server with: npm start`);
}

await run().catch(reportFailure);
