/**
 * Lets each member make a few changes at a time. Changes to the same rows wait for each other, each with a connection
 * to the database, so that hundreds of them at once would leave no connection for anybody else.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';
import type { LoadShedding } from './load-shedding.ts';

const AT_ONCE = 3;
const MAX_WAITING = 60;
const RETRY_SECONDS = 1;

/** Does a call's work when it is its member's turn. Throws a 429 if too many calls wait. */
export type MemberTurns = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** Uploads have turns of their own, since they may wait for others' pictures. */
const keyOf = (request: FastifyRequest): string | undefined =>
  request.method === 'GET' || !request.session
    ? undefined
    : `${request.session.userId} ${request.multipart === null ? 'call' : 'upload'}`;

/** `factor` multiplies the limits; 0 turns them off. A call that waits is not one of those that `load` limits. */
export function createMemberTurns(factor: number, load: Pick<LoadShedding, 'whileWaiting'>): MemberTurns {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  const scale = (limit: number): number => Math.max(1, Math.round(limit * factor));
  const [atOnce, maxWaiting] = [scale(AT_ONCE), scale(MAX_WAITING)];

  /** Waits for a turn; returns a function that ends it. */
  async function take(request: FastifyRequest, key: string): Promise<() => void> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running++;
    else if (queue.waiting.length >= maxWaiting) throw new AppError(429, undefined, { retryAfter: RETRY_SECONDS });
    else await load.whileWaiting(request, () => new Promise((resolve) => void queue.waiting.push(resolve)));
    return () => {
      const next = queue.waiting.shift();
      if (next) return next();
      queue.running--;
      if (queue.running === 0) queues.delete(key);
    };
  }

  return async (request, work) => {
    const key = factor === 0 ? undefined : keyOf(request);
    if (key === undefined) return work();
    const end = await take(request, key);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
