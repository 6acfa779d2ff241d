/**
 * Random tokens of sessions, of links in mails and of steps of a sign-in. Only their SHA-256 is stored, so that a
 * stolen database signs nobody in.
 */
import { hash, randomBytes, randomInt } from 'node:crypto';

const UNMISTAKABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns the hash of a token, as it is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Creates a new token of 256 random bits (43 characters of base64url) and its hash. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Returns random letters and digits for people to type, none of which is easily taken for another. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => UNMISTAKABLE.charAt(randomInt(UNMISTAKABLE.length))).join('');
