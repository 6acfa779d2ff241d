/**
 * Keeps the queue short under more load than this server can carry: calls beyond the maximum of concurrent ones are
 * rejected at once, with a hint to retry in a moment, and the others stay fast. A call counts from when it has arrived
 * in full until its response is ready, so that slow connections take no place.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';

const RETRY_SECONDS = 1;
/** Health checks must succeed even while the server is busy. */
const ALWAYS = /^\/(healthz|readyz)$/;

export type LoadShedding = {
  /** The calls in progress. */
  readonly running: number;
  /** The calls rejected since startup. */
  readonly refused: number;
};

/** Serves at most `limit` concurrent calls; the others get a 503 with `Retry-After`. */
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
    // A call whose file has disappeared comes here again on its way to the 404.
    if (counted.has(request)) return;
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
