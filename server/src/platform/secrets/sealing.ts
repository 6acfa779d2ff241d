/**
 * Values that must be unreadable in a copy of the database: AES-256-GCM, stored as `v1.<key
 * id>.<iv>.<tag>.<ciphertext>` in base64url. A value is bound to its cell, so that one copied into another member's
 * row does not open there.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const VERSION = 'v1';

/** `id` names the key in stored values and reveals nothing about it. */
export type SecretsKey = { id: string; key: Buffer };

/** Where a value is stored; `row` is the id of the row. */
export type Cell = { table: string; column: string; row: string };

export const toSecretsKey = (key: Buffer): SecretsKey => ({
  id: createHash('sha256').update('afterhours secrets key').update(key).digest('hex').slice(0, 16),
  key,
});

export const isSealed = (stored: string): boolean => stored.startsWith(`${VERSION}.`);

/** Returns the id of the key that a sealed value needs. */
export const keyIdOf = (stored: string): string => stored.split('.')[1] ?? '';

const toAad = ({ table, column, row }: Cell): Buffer => Buffer.from(`${table}|${column}|${row}`);

export function seal({ id, key }: SecretsKey, cell: Cell, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(toAad(cell));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Returns the text, or null if the value was sealed with another key or for another cell, or was changed. */
export function unseal({ id, key }: SecretsKey, cell: Cell, stored: string): string | null {
  const [version, keyId, iv = '', tag = '', sealed = ''] = stored.split('.');
  if (version !== VERSION || keyId !== id) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      .setAAD(toAad(cell))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
