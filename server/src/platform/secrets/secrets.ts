import { type Cell, isSealed, keyIdOf, type SecretsKey, seal, unseal } from './sealing.ts';

/** Seals values before they are stored, and opens them. */
export type Secrets = {
  /** Returns the id of the key that seals. */
  keyId(): string;
  seal(cell: Cell, text: string): string;
  /**
   * Returns the text, including that of a value stored unsealed before there was a key. Null if no key opens it: the
   * key is lost, or the value was sealed for another cell.
   */
  open(cell: Cell, stored: string): Promise<string | null>;
};

/** `reload` loads the keys again if a value needs an unknown one, because a command may have added it. */
export function createSecrets(
  first: readonly [SecretsKey, ...SecretsKey[]],
  reload: () => Promise<SecretsKey[]>,
): Secrets {
  let newest = first[0];
  let keys: readonly SecretsKey[] = first;
  const findKey = (id: string) => keys.find((key) => key.id === id);
  return {
    keyId: () => newest.id,
    seal: (cell, text) => seal(newest, cell, text),
    async open(cell, stored) {
      if (!isSealed(stored)) return stored;
      const id = keyIdOf(stored);
      if (!findKey(id)) {
        keys = await reload();
        newest = keys[0] ?? newest;
      }
      const key = findKey(id);
      return key ? unseal(key, cell, stored) : null;
    },
  };
}
