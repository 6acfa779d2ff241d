/**
 * Two kinds of limit. The allowance is a budget of points a minute, for each member and each address, of which a call
 * takes as much as it costs; it is kept in memory, since losing it at a restart harms nobody. Failed sign-ins are
 * counted in the database: a restart must not give a guesser new tries.
 */
import type { Cost } from '@afterhours/contract/route';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

const points: Record<Cost, number> = { read: 1, write: 4, heavy: 12 };
const MEMBER_POINTS = 1_200;
const ADDRESS_POINTS = 2_400;
const WINDOW_SECONDS = 60;

export type Allowance = { take(caller: { userId: string | null; address: string }, cost: Cost): Promise<void> };

const tooMany = (result: unknown, message?: string): AppError =>
  new AppError(429, message, {
    retryAfter: result instanceof RateLimiterRes ? result.msBeforeNext / 1_000 : WINDOW_SECONDS,
  });

/** The allowance of calls; `factor` multiplies it, 0 turns it off. `take` throws a 429. */
export function createAllowance(factor: number): Allowance {
  if (factor === 0) return { take: async () => undefined };
  const limiter = (keyPrefix: string, budget: number) =>
    new RateLimiterMemory({ keyPrefix, points: Math.max(1, Math.round(budget * factor)), duration: WINDOW_SECONDS });
  const members = limiter('member', MEMBER_POINTS);
  const addresses = limiter('address', ADDRESS_POINTS);
  return {
    async take({ userId, address }, cost) {
      try {
        await addresses.consume(address, points[cost]);
        if (userId) await members.consume(userId, points[cost]);
      } catch (result) {
        if (result instanceof Error) throw result;
        throw tooMany(result);
      }
    },
  };
}

/** Counts tries under a key; taken before the try is judged, so that a thousand at once are still counted one by one. */
export type TryCounter = {
  /** Takes one try; throws a 429 when none is left. */
  take(key: string): Promise<void>;
  /** Gives back the try of someone who was right. */
  giveBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
};

export type TryCounterOptions = { name: string; tries: number; seconds: number; message: string; factor: number };

/** A try counter in the table `failed_attempts`. `factor` 0 turns it off. */
export function createTryCounter(pool: pg.Pool, options: TryCounterOptions): TryCounter {
  if (options.factor === 0) {
    return { take: async () => undefined, giveBack: async () => undefined, clear: async () => undefined };
  }
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'failed_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: options.name,
    points: options.tries,
    duration: options.seconds,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (result) {
        if (result instanceof Error) throw result;
        throw tooMany(result, options.message);
      }
    },
    async giveBack(key) {
      await limiter.reward(key, 1);
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}
