/**
 * Who is calling. A token is 256 random bits; only its SHA-256 is stored, so a stolen database signs nobody in.
 * A session lasts 30 days from its last use; the use is written down at most once an hour.
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** `limited`: the member may do nothing yet but say what Google does not know. */
export type Session = {
  sessionId: string;
  userId: string;
  limited: boolean;
  /** Whether the member's e-mail address is confirmed. */
  confirmed: boolean;
};

/** What is kept of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A new token (43 characters of base64url) and the hash to keep of it. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The token a request carries: `Authorization: Bearer <token>`, or bare. */
export function readToken(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers.authorization;
  if (!header) return null;
  // Browsers that keep the token as JSON may send it with its quotes.
  const token = header
    .replace(/^bearer\s+/i, '')
    .trim()
    .replace(/^"|"$/g, '');
  return token === '' ? null : token;
}
