/** `npm run rotate-secrets`: seals all values with a new key, with or without running servers. */
import type { Config } from '#config/config.ts';
import { addKey, loadKeys } from '#platform/secrets/key-file.ts';
import { deleteUnopened, reseal, sealedColumns } from '#platform/secrets/sealed-columns.ts';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { StartError } from '#platform/start-error.ts';
import { openSecrets, registerKey } from '../start/secrets-key.ts';
import { withExistingDatabase } from './with-existing-database.ts';

export type Rotation = { sealed: number; lost: { what: string; rows: number }[] };

/** Returns the keys, newest first. A key file gets a new key; in `SECRETS_KEY`, the first key is the new one. */
async function findNewKeys(config: Config) {
  const keys = config.secretsKeys.length > 0 ? await loadKeys(config) : await addKey(config);
  const [newest, ...others] = keys;
  if (!newest) throw new StartError('There is no key. Set SECRETS_KEY.');
  return [newest, ...others] as const;
}

/**
 * Seals every value with the newest key; running servers continue, since the previous keys stay. With `lostKey`,
 * continues even if the present key is lost, and reports the values that it had sealed. Throws StartError if the key is
 * a different one, or the database cannot be used.
 */
export function rotateSecrets(config: Config, { lostKey }: { lostKey: boolean }): Promise<Rotation> {
  return withExistingDatabase(config, 1, async (db) => {
    if (!lostKey) await openSecrets(config, db);
    const keys = await findNewKeys(config);
    const secrets = createSecrets(keys, () => loadKeys(config));
    await registerKey(db, keys[0], { replace: true });
    const rotation: Rotation = { sealed: 0, lost: [] };
    for (const { what, renewable, ...column } of sealedColumns) {
      const { sealed, lost } = await reseal(db, secrets, column, { all: true });
      rotation.sealed += sealed;
      if (lost > 0) rotation.lost.push({ what, rows: lost });
      if (lost > 0 && lostKey && renewable) await deleteUnopened(db, secrets, column);
    }
    return rotation;
  });
}
