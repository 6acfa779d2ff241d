import { randomInt } from 'node:crypto';
import { accountMessages } from '@afterhours/contract/account/account';
import { isReservedUsername } from '@afterhours/contract/account/reserved-usernames';
import { fieldProblem } from '#http/errors/errors.ts';

const MAX_BASE = 24;

/**
 * Returns a username derived from a name: lower-case ASCII letters and digits, followed by a number if `attempt` > 0.
 * Never returns a reserved username.
 */
export function deriveUsername(firstName: string, lastName: string, attempt: number): string {
  const base = `${firstName}.${lastName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, MAX_BASE);
  const readable = base.length >= 3 && !isReservedUsername(base) ? base : 'member';
  return attempt === 0 && readable !== 'member' ? readable : `${readable}${randomInt(10 ** Math.min(6, attempt + 3))}`;
}

/** Throws a 422 for a username that no new member may take. */
export function requireFreeName(username: string | null | undefined): void {
  if (username && isReservedUsername(username)) throw fieldProblem('username', accountMessages.usernameReserved);
}
