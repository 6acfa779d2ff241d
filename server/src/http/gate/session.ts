/** Sessions. A session lasts 30 days from its last use, which is stored at most once an hour. */
import type { StaffRole } from '@afterhours/contract/moderation/staff';
import type { FastifyRequest } from 'fastify';

/** What keeps a member out: a suspension until a time, or a ban if it is null. */
export type Sanction = { until: Date | null };

/** `limited`: the member must first provide what Google does not. */
export type Session = {
  sessionId: string;
  userId: string;
  limited: boolean;
  /** Whether the member's email address is confirmed. */
  confirmed: boolean;
  /** The member's role among the staff. */
  role: StaffRole | null;
  /** Whether the member has a second factor, has used a passkey, or is the demo's owner, who needs none. */
  secondFactor: boolean;
  /** When the member last signed in, or gave a password, a passkey or a code of two-step verification. */
  provenAt: Date;
  /** Whether the member has a passkey for this site, or two-step verification. */
  hasFactor: boolean;
  /** When the member last gave a passkey or a code in this session; null if never. */
  factorProvenAt: Date | null;
  /** Null for nearly everyone. It may already have ended: use `sanctionInForce`. */
  sanction: Sanction | null;
  /** Whether the member's request to join is undecided. */
  waiting: boolean;
  joinedAt: Date;
  /** Whether the staff have approved the member to publish webinars. */
  seller: boolean;
};

/** Returns the sanction that keeps the member out now; null if there is none or it has ended. */
export const sanctionInForce = ({ sanction }: Pick<Session, 'sanction'>): Sanction | null =>
  sanction && (sanction.until === null || sanction.until.getTime() > Date.now()) ? sanction : null;

/** Returns a request's token: `Authorization: Bearer <token>`, or the bare token. */
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
