/** Stops a server gracefully: calls in progress finish, then further ones are rejected. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '#http/errors/errors.ts';

const DRAIN_RETRY_SECONDS = 5;
/** Less than the time limit of the whole stop, so that the rest can end after it. */
const CLOSED_AFTER_MS = 10_000;

/** `leaving`: calls are served, but connections are closed after them. `closed`: further calls are rejected. */
export type Stage = 'serving' | 'leaving' | 'closed';

/**
 * Runs `close`, which waits for the requests in progress. Those that are not done after `limitMs` are cut: they may be
 * from clients that have gone before they had sent everything.
 */
export async function closeInTime(
  http: FastifyInstance,
  close: () => Promise<void>,
  limitMs = CLOSED_AFTER_MS,
): Promise<void> {
  const timer = setTimeout(() => http.server.closeAllConnections(), limitMs);
  await close().finally(() => clearTimeout(timer));
}

export function leaveInStages(http: FastifyInstance, stage: () => Stage): void {
  http.addHook('onRequest', async (_request, reply) => {
    if (stage() === 'serving') return;
    reply.header('connection', 'close');
    if (stage() === 'closed') throw new AppError(503, undefined, { retryAfter: DRAIN_RETRY_SECONDS });
  });
}
