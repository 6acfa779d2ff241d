/**
 * Under more load than this server can carry the queue stays short: what comes beyond so many calls at once is told to
 * come back in a moment, at once, and those that are served stay fast. A call counts from when all of it has arrived
 * until its answer is ready, so that slow lines take no place.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';

const RETRY_SECONDS = 1;
/** What says how the server is must be heard when it is busy. */
const ALWAYS = /^\/(healthz|readyz)$/;

export type LoadShedding = {
  /** Calls that are being answered now. */
  readonly running: number;
  /** Calls that were told to come back, since the start. */
  readonly refused: number;
};

/** At most `limit` calls at once; 503 with `Retry-After` for the others. */
export function shedLoad(app: FastifyInstance, limit: number): LoadShedding {
  const counted = new WeakSet<FastifyRequest>();
  let running = 0;
  let refused = 0;

  function leave(request: FastifyRequest): void {
    if (counted.delete(request)) running--;
  }

  app.addHook('onRequest', async (request) => {
    if (running < limit || ALWAYS.test(request.url)) return;
    refused++;
    throw new AppError(503, undefined, { retryAfter: RETRY_SECONDS });
  });
  app.addHook('preHandler', async (request) => {
    counted.add(request);
    running++;
  });
  app.addHook('onSend', async (request) => leave(request));
  app.addHook('onResponse', async (request) => leave(request));
  app.addHook('onRequestAbort', async (request) => leave(request));

  return {
    get running() {
      return running;
    },
    get refused() {
      return refused;
    },
  };
}
