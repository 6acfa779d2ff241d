/**
 * The keys of sealed values: from `SECRETS_KEY`, or otherwise from the file `secrets.key` in the data folder, newest
 * first. The newest seals; the others open what they have sealed. They are neither in the database nor in a backup.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#db/error-code.ts';
import { explainFolder, StartError } from '../start-error.ts';
import { KEY_BYTES, type SecretsKey, toSecretsKey } from './sealing.ts';

export type KeySettings = { dataDir: string; secretsKeys: readonly Buffer[] };

/** The file in the data folder. */
export const KEY_FILE = 'secrets.key';

export const keyFile = ({ dataDir }: Pick<KeySettings, 'dataDir'>): string => path.join(dataDir, KEY_FILE);

function parseLine(line: string, file: string): SecretsKey {
  const key = Buffer.from(line, 'hex');
  if (key.length !== KEY_BYTES)
    throw new StartError(
      `${file} is damaged: each line is a key of ${KEY_BYTES * 2} hexadecimal digits. Restore the file.`,
    );
  return toSecretsKey(key);
}

/** Returns the keys, newest first; none before the first start. Throws StartError if the file cannot be used. */
export async function loadKeys(settings: KeySettings): Promise<SecretsKey[]> {
  if (settings.secretsKeys.length > 0) return settings.secretsKeys.map(toSecretsKey);
  const file = keyFile(settings);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => parseLine(line, file));
}

const newLine = (): string => `${randomBytes(KEY_BYTES).toString('hex')}\n`;

/** Creates the file with a first key, unless another server has created it in the meantime. Returns its keys. */
export function makeKeyFile(settings: KeySettings): Promise<SecretsKey[]> {
  return explainFolder(settings.dataDir, async () => {
    const part = `${keyFile(settings)}.${process.pid}.part`;
    try {
      await writeFile(part, newLine(), { mode: 0o600 });
      // `link` creates the complete file or none, and never replaces another.
      await link(part, keyFile(settings)).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    } finally {
      await rm(part, { force: true });
    }
    return loadKeys(settings);
  });
}

/** Adds a new key before the others in the file. Returns all of them. */
export async function addKey(settings: KeySettings): Promise<SecretsKey[]> {
  const file = keyFile(settings);
  const before = await readFile(file, 'utf8').catch(() => '');
  await writeFile(`${file}.part`, newLine() + before, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return loadKeys(settings);
}
