/** Admits sockets. The handshake carries the token of a live session. */
import { socialLoginMessages } from '@afterhours/contract/account/social-login';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/errors/errors.ts';
import { findSession, requireAccepted, requireNoSanction } from '#http/gate/gate.ts';
import type { Allowance } from '#http/gate/rate-limit.ts';
import type { Sessions } from '#http/gate/sessions.ts';
import { type ConnectionGuard, type ConnectionLimits, takePlace } from './connection-guard.ts';
import type { Io, MemberSocket } from './member-socket.ts';
import type { Relay } from './relay/relay.ts';
import { memberRoom } from './rooms.ts';

type Dependencies = {
  sessions: Sessions;
  relay: Relay;
  log: FastifyBaseLogger;
  allowance: Allowance;
  limits: ConnectionLimits;
};

const tokenOf = (auth: Record<string, unknown>): string | null =>
  typeof auth.token === 'string' && auth.token !== '' ? auth.token : null;

/** Admits a socket whose token belongs to a live session, after its member's room is subscribed. */
export function addHandshake(
  io: Io,
  { sessions, allowance, relay, log, limits }: Dependencies,
  addressOf: ConnectionGuard['addressOf'],
): void {
  const refuse = (status: number, message: string): Error => Object.assign(new Error(message), { data: { status } });
  async function admit(socket: MemberSocket): Promise<Error | undefined> {
    // One connection may send any number of tokens, one after the other: each is charged like a call.
    const caller = { token: tokenOf(socket.handshake.auth), address: addressOf(socket.request), cost: 'read' } as const;
    const session = await findSession({ sessions, allowance }, caller);
    if (!session) return refuse(401, 'Please sign in to continue.');
    if (session.limited) return refuse(403, socialLoginMessages.needsDetails.message);
    requireNoSanction(session);
    requireAccepted(session);
    if (limits.factor > 0 && !takePlace(socket, session.userId)) return refuse(429, 'Too many windows are open.');
    await relay.subscribe(memberRoom(session.userId));
    socket.data = session;
    return undefined;
  }
  io.use((socket, next) => {
    admit(socket).then(next, (error: unknown) => {
      if (error instanceof AppError) return next(refuse(error.status, error.message));
      log.error({ err: error }, 'socket handshake failed');
      next(refuse(503, 'The service is busy right now.'));
    });
  });
}
