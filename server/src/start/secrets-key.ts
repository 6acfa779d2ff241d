/**
 * The key of sealed values belongs to the database: its id is registered there, so that a server with another key, or
 * with none after a restore, refuses to start instead of sealing what the others cannot open.
 */
import type { Config } from '#config/config.ts';
import type { Db } from '#db/connection/pool.ts';
import { type KeySettings, keyFile, loadKeys, makeKeyFile } from '#platform/secrets/key-file.ts';
import type { SecretsKey } from '#platform/secrets/sealing.ts';
import { createSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { StartError } from '#platform/start-error.ts';

export const KEY_NAME = 'secrets-key';

const settingsOf = ({ dataDir, secretsKeys }: Config): KeySettings => ({ dataDir, secretsKeys });

/** Returns the registered key's id; null before the first start. */
export async function findKeyId(db: Db): Promise<string | null> {
  const row = await db.selectFrom('server_secrets').select('secret').where('name', '=', KEY_NAME).executeTakeFirst();
  return row?.secret.toString('hex') ?? null;
}

/** Registers a key. With `replace` it replaces the previous one; otherwise a registered one stays. */
export async function registerKey(db: Db, { id }: SecretsKey, { replace }: { replace: boolean }): Promise<void> {
  const secret = Buffer.from(id, 'hex');
  await db
    .insertInto('server_secrets')
    .values({ name: KEY_NAME, secret })
    .onConflict((conflict) => (replace ? conflict.column('name').doUpdateSet({ secret }) : conflict.doNothing()))
    .execute();
}

function explainMissing(config: Config, found: number): StartError {
  const where = config.secretsKeys.length > 0 ? 'SECRETS_KEY' : keyFile(config);
  return new StartError(
    `The key of this community's secrets is not in ${where}${found > 0 ? ', which has a different key' : ''}. All ` +
      'servers need the same SECRETS_KEY, or the file secrets.key of the original data folder; a ' +
      'backup does not contain it. If it is lost: npm run rotate-secrets -- --lost-key',
  );
}

/**
 * Opens this installation's secrets; the first start creates a key. Throws StartError if the registered key is missing.
 */
export async function openSecrets(config: Config, db: Db): Promise<Secrets> {
  const settings = settingsOf(config);
  const before = await findKeyId(db);
  const found = await loadKeys(settings);
  const keys = found.length === 0 && before === null ? await makeKeyFile(settings) : found;
  const [newest, ...others] = keys;
  if (!newest) throw explainMissing(config, 0);
  if (before === null) await registerKey(db, newest, { replace: false });
  const registered = before ?? (await findKeyId(db));
  if (!keys.some(({ id }) => id === registered)) throw explainMissing(config, keys.length);
  return createSecrets([newest, ...others], () => loadKeys(settings));
}
