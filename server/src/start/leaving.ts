/** Stops a server gracefully: calls in progress finish, then further ones are rejected. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '#http/errors/errors.ts';

const DRAIN_RETRY_SECONDS = 5;

/** `leaving`: calls are served, but connections are closed after them. `closed`: further calls are rejected. */
export type Stage = 'serving' | 'leaving' | 'closed';

export function leaveInStages(http: FastifyInstance, stage: () => Stage): void {
  http.addHook('onRequest', async (_request, reply) => {
    if (stage() === 'serving') return;
    reply.header('connection', 'close');
    if (stage() === 'closed') throw new AppError(503, undefined, { retryAfter: DRAIN_RETRY_SECONDS });
  });
}
