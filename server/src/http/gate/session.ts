/**
 * Sessions. A token is 256 random bits; only its SHA-256 is stored, so that a stolen database signs nobody in. A
 * session lasts 30 days from its last use; the use is stored at most once an hour.
 */
import { hash, randomBytes } from 'node:crypto';
import type { StaffRole } from '@afterhours/contract/staff';
import type { FastifyRequest } from 'fastify';

/** What keeps a member out: suspended until a time, or banned where it is null. */
export type Sanction = { until: Date | null };

/** `limited`: the member must first complete what Google does not provide. */
export type Session = {
  sessionId: string;
  userId: string;
  limited: boolean;
  /** Whether the member's email address is confirmed. */
  confirmed: boolean;
  /** The member's role among the staff. */
  role: StaffRole | null;
  /** Whether the member has a second factor or used a passkey, or need not have one: the demo's owner. */
  secondFactor: boolean;
  /** When the member last signed in, or gave a password, a passkey or a code of two-step verification. */
  provenAt: Date;
  /** Whether the member has a passkey of this site, or two-step verification. */
  hasFactor: boolean;
  /** When the member last gave a passkey or a code in this session; null when never. */
  factorProvenAt: Date | null;
  /** Null for nearly everybody. One that has ended may still be here: ask `sanctionInForce`. */
  sanction: Sanction | null;
  /** Whether the member's request to join has not been decided. */
  waiting: boolean;
  joinedAt: Date;
  /** Whether the staff have approved the member to publish webinars. */
  seller: boolean;
};

/** Returns what keeps the member out now; null when nothing does, or it has ended by itself. */
export const sanctionInForce = ({ sanction }: Pick<Session, 'sanction'>): Sanction | null =>
  sanction && (sanction.until === null || sanction.until.getTime() > Date.now()) ? sanction : null;

/** The stored hash of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Makes a new token (43 characters of base64url) and its hash. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Returns the token of a request: `Authorization: Bearer <token>`, or bare. */
export function readToken(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers.authorization;
  if (!header) return null;
  // Browsers that store the token as JSON may send it with its quotes.
  const token = header
    .replace(/^bearer\s+/i, '')
    .trim()
    .replace(/^"|"$/g, '');
  return token === '' ? null : token;
}
