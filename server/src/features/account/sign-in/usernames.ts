import { randomInt } from 'node:crypto';

const MAX_BASE = 24;

/**
 * Returns a username made from a name: lower-case ASCII letters and digits; with `attempt` > 0 followed by a number.
 */
export function deriveUsername(firstName: string, lastName: string, attempt: number): string {
  const base = `${firstName}.${lastName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, MAX_BASE);
  const readable = base.length >= 3 ? base : 'member';
  return attempt === 0 && readable !== 'member' ? readable : `${readable}${randomInt(10 ** Math.min(6, attempt + 3))}`;
}
