import path from 'node:path';
import { readWords, showBytes } from '../run/command-words.ts';
import { reportFailure } from '../run/report-failure.ts';

const MISSING_SHOWN = 10;

/** `npm run backup [-- FILE] [--without-files]`: one archive of database and files, while the server runs or not. */
async function run(): Promise<void> {
  const { options, words } = readWords(['--without-files'], 1);
  const { backup, backupName } = await import('../../server/src/operations/backup/backup.ts');
  const { parseConfig } = await import('../../server/src/config.ts');
  const { ROOT } = await import('../../server/src/main.ts');
  const config = parseConfig(process.env, ROOT);
  const file = words[0] ?? path.join(ROOT, 'backups', backupName(new Date()));
  const made = await backup(config, { file, withFiles: !options.has('--without-files') });
  for (const key of made.missing.slice(0, MISSING_SHOWN)) console.warn(`Not in the store: ${key}`);
  if (made.missing.length > 0) {
    console.warn(`${made.missing.length} files that rows name are not in the store; npm run doctor tells more.`);
  }
  console.log(`${made.file}: ${made.rows} rows, ${made.files} files, ${showBytes(made.bytes)}.`);
}

await run().catch(reportFailure);
