/**
 * Who may call, and what the call costs: checked before anything else for every call in the contract, and for the
 * routes whose responses are not JSON. Sockets are charged for their tokens in the same way.
 */
import { confirmationMessages } from '@afterhours/contract/account/confirmation';
import { RECENT_MINUTES, recentMessages } from '@afterhours/contract/account/recent-proof';
import { socialLoginMessages } from '@afterhours/contract/account/social-login';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Cost, RouteDefinition } from '@afterhours/contract/base/route';
import { joinRequestMessages } from '@afterhours/contract/community/join-requests';
import { staffMessages } from '@afterhours/contract/moderation/staff';
import { sanctionMessages } from '@afterhours/contract/moderation/staff-cases';
import type { FastifyRequest } from 'fastify';
import type { Services } from '#services.ts';
import { AppError } from '../errors/errors.ts';
import type { Allowance } from './rate-limit.ts';
import { readToken, type Session, sanctionInForce } from './session.ts';
import type { Sessions } from './sessions.ts';

/** The parts of a route that the gate needs. */
export type Admission = Pick<RouteDefinition, 'access' | 'cost' | 'beforeDetails' | 'whileSuspended' | 'whileWaiting'>;

export type Gate = { services: Services; allowance: Allowance };

type Caller = { token: string | null; address: string; cost: Cost };

/**
 * Returns the session for a caller's token, charged to the network and the member. The allowance is charged first, so
 * that made-up tokens are not free; an unknown token costs as much as a heavy call. Throws a 429.
 */
export async function findSession(
  { sessions, allowance }: { sessions: Pick<Sessions, 'cached' | 'find'>; allowance: Allowance },
  { token, address, cost }: Caller,
): Promise<Session | null> {
  const cached = token ? sessions.cached(token) : null;
  if (cached) {
    await allowance.take({ userId: cached.userId, address }, cost);
    return cached;
  }
  await allowance.take({ address }, cost);
  if (!token) return null;
  const session = await sessions.find(token);
  if (session) await allowance.take({ userId: session.userId }, cost);
  else await allowance.take({ address }, 'heavy');
  return session;
}

function requireConfirmed({ services }: Gate, access: RouteDefinition['access'], session: Session): void {
  const required = access === 'confirmed-always' || (access === 'confirmed' && services.config.mail.smtpUrl !== null);
  if (required && !session.confirmed) throw new AppError(403, confirmationMessages.needed, { reason: 'unconfirmed' });
}

/** Throws a 403 unless the member has the role and a second factor: a stolen password must not be enough. */
function requireStaff(access: RouteDefinition['access'], { role, secondFactor }: Session): void {
  if (access !== 'moderator' && access !== 'owner') return;
  if (role === null) throw new AppError(403, staffMessages.staffOnly, { reason: 'staff' });
  if (access === 'owner' && role !== 'owner') throw new AppError(403, staffMessages.ownersOnly, { reason: 'staff' });
  if (!secondFactor) throw new AppError(403, staffMessages.secondFactor, { reason: 'second-factor' });
}

/** Throws a 403 while a decision keeps the member out; sockets are rejected in the same way. */
export function requireNoSanction(session: Session): void {
  const sanction = sanctionInForce(session);
  if (!sanction) return;
  if (sanction.until === null) throw new AppError(403, sanctionMessages.banned, { reason: 'banned' });
  throw new AppError(403, sanctionMessages.suspended, { reason: 'suspended' });
}

/** Throws a 403 until the member's request to join is decided; sockets are rejected in the same way. */
export function requireAccepted({ waiting }: Session): void {
  if (waiting) throw new AppError(403, joinRequestMessages.waiting, { reason: 'waiting' });
}

const isRecent = (at: Date | null): boolean => at !== null && Date.now() - at.getTime() <= RECENT_MINUTES * MINUTE_MS;

/** Throws a 403 if a call requires a proof of identity from the last minutes and the session has none. */
export function requireRecent(
  { recent }: Pick<RouteDefinition, 'recent'>,
  session: Session | null,
  body: unknown,
): void {
  if (!recent || !session) return;
  if (typeof recent === 'string' && session.hasFactor) {
    if (isRecent(session.factorProvenAt)) return;
    throw new AppError(403, recentMessages.factor, { reason: 'factor' });
  }
  if (recent === 'factor-if-any') return;
  const { action } = (body ?? {}) as { action?: unknown };
  if (typeof recent === 'object' && !recent.action.some((required) => required === action)) return;
  if (!isRecent(session.provenAt)) throw new AppError(403, recentMessages.needed, { reason: 'recent' });
}

/** Throws a 401 or 403 unless this session, or a guest, may make the call. */
function requireAdmission(gate: Gate, admission: Admission, session: Session | null): void {
  const { access, beforeDetails, whileSuspended, whileWaiting } = admission;
  if (session?.limited && !beforeDetails) throw new AppError(403, socialLoginMessages.needsDetails);
  if (session && !whileSuspended) requireNoSanction(session);
  if (session && !whileWaiting) requireAccepted(session);
  if (access === 'public' || access === 'optional') return;
  if (!session) throw new AppError(401);
  requireConfirmed(gate, access, session);
  requireStaff(access, session);
}

/** Admits a call and sets `request.session`. Throws 429, 401 or 403. */
export async function admit(gate: Gate, admission: Admission, request: FastifyRequest): Promise<void> {
  const { access, cost } = admission;
  const { services, allowance } = gate;
  const token = access === 'public' ? null : readToken(request);
  const session = await findSession({ sessions: services.sessions, allowance }, { token, address: request.ip, cost });
  request.session = session;
  requireAdmission(gate, admission, session);
}

/** A call that takes longer than this to arrive, or to get its turn, may have been held back on purpose. */
const SLOW_MS = 1_000;

/**
 * Admits a call again, without a charge, once a body that took long has arrived, and when a call that waited has its
 * turn: otherwise somebody could begin calls, and complete them after their session has ended or their role was taken
 * away.
 */
export async function readmit(gate: Gate, admission: Admission, request: FastifyRequest, ms: number): Promise<void> {
  if (request.session === null || ms < SLOW_MS) return;
  const { sessions } = gate.services;
  const token = readToken(request);
  request.session = token === null ? null : (sessions.cached(token) ?? (await sessions.find(token)));
  requireAdmission(gate, admission, request.session);
}
