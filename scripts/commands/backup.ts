import path from 'node:path';
import { readWords, showBytes } from '../run/command-words.ts';
import { readConfig } from '../run/read-config.ts';
import { reportFailure } from '../run/report-failure.ts';

const MISSING_SHOWN = 10;

/** `npm run backup [-- FILE] [--without-files]`: writes an archive of the database and files; the server may run. */
async function run(): Promise<void> {
  const { options, words } = readWords('npm run backup -- [FILE] [--without-files]');
  const { backup, backupName } = await import('../../server/src/operations/backup/backup.ts');
  const { ROOT } = await import('../../server/src/main.ts');
  const config = await readConfig();
  const file = words[0] ?? path.join(ROOT, 'backups', backupName(new Date()));
  const result = await backup(config, { file, withFiles: !options.has('--without-files') });
  for (const key of result.missing.slice(0, MISSING_SHOWN)) console.warn(`Missing from the store: ${key}`);
  if (result.missing.length > 0) {
    const count = result.missing.length;
    console.warn(`Files that the database refers to but the store lacks: ${count}. For details, run npm run doctor.`);
  }
  console.log(`${result.file}: ${result.rows} rows, ${result.files} files, ${showBytes(result.bytes)}.`);
}

await run().catch(reportFailure);
