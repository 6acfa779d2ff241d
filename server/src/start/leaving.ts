/** A server that leaves: what is under way ends, then further calls are refused. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '#http/errors/errors.ts';

const DRAIN_RETRY_SECONDS = 5;

/** `leaving`: calls are answered, but connections are closed after them. `closed`: further calls are refused. */
export type Stage = 'serving' | 'leaving' | 'closed';

export function leaveInStages(http: FastifyInstance, stage: () => Stage): void {
  http.addHook('onRequest', async (_request, reply) => {
    if (stage() === 'serving') return;
    reply.header('connection', 'close');
    if (stage() === 'closed') throw new AppError(503, undefined, { retryAfter: DRAIN_RETRY_SECONDS });
  });
}
