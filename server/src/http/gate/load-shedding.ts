/**
 * Keeps the queue short under more load than this server can carry: calls beyond the maximum of concurrent ones are
 * rejected at once, with a hint to retry in a moment, and the others stay fast. A call counts from when it has arrived
 * in full until its response is ready, so that slow connections take no place. Nor does a call that waits for its
 * member's turn: a few members with many calls could otherwise take all places.
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
  /** Waits on behalf of a call, which takes no place meanwhile. Throws a 429 if as many as may run wait already. */
  whileWaiting(request: FastifyRequest, wait: () => Promise<void>): Promise<void>;
};

/** Serves at most `limit` concurrent calls; the others get a 503 with `Retry-After`. */
export function shedLoad(app: FastifyInstance, limit: number): LoadShedding {
  const counted = new WeakSet<FastifyRequest>();
  const ended = new WeakSet<FastifyRequest>();
  let running = 0;
  let waiting = 0;
  let refused = 0;

  function enter(request: FastifyRequest): void {
    // A call whose file has disappeared comes here again on its way to the 404.
    if (counted.has(request) || ended.has(request)) return;
    counted.add(request);
    running++;
  }
  function leave(request: FastifyRequest): void {
    if (counted.delete(request)) running--;
  }
  function end(request: FastifyRequest): void {
    ended.add(request);
    leave(request);
  }

  app.addHook('onRequest', async (request) => {
    if (running < limit || ALWAYS.test(request.url)) return;
    refused++;
    throw new AppError(503, undefined, { retryAfter: RETRY_SECONDS });
  });
  app.addHook('preHandler', async (request) => enter(request));
  app.addHook('onSend', async (request) => end(request));
  app.addHook('onResponse', async (request) => end(request));
  app.addHook('onRequestAbort', async (request) => end(request));

  return {
    get running() {
      return running;
    },
    get refused() {
      return refused;
    },
    async whileWaiting(request, wait) {
      if (waiting >= limit) throw new AppError(429, undefined, { retryAfter: RETRY_SECONDS });
      waiting++;
      leave(request);
      await wait();
      waiting--;
      enter(request);
    },
  };
}
