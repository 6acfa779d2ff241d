/**
 * Two kinds of limit. The allowance is a budget of points per minute for each member and each network, from which each
 * call deducts its cost. It is kept in memory, because losing it at a restart harms nobody: in Redis if several servers
 * share one, and in this process while Redis is away. Failed sign-ins are counted in the database, because a restart
 * must not give an attacker new attempts.
 */
import type { Cost } from '@afterhours/contract/base/route';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { defineScript, type Redis } from '#platform/redis/redis.ts';
import type { MessageOrText } from '#texts/english.ts';
import { AppError } from '../errors/errors.ts';
import { networkOf, WIDE_FACTOR } from './network.ts';

/** The periods, in seconds, over which attempts are counted. */
export const QUARTER_HOUR = 900;
export const HOUR = 3_600;
export const DAY = 86_400;

/** `file` is for pictures and other files, of which a page shows dozens. */
type AnyCost = Cost | 'file';

const points: Record<AnyCost, number> = { read: 1, write: 4, heavy: 12, hash: 60, file: 1 };
const MEMBER_POINTS = 1_200;
const NETWORK_POINTS = 2_400;
/** Files have a budget of their own: many people in one network load the pictures of many pages. */
const FILE_POINTS = 24_000;
const WINDOW_SECONDS = 60;

/** Who is charged for a call: the networks of the caller's address, the member, or both. */
type Payer = { userId?: string; address?: string | undefined };

export type Allowance = { take(payer: Payer, cost: AnyCost): Promise<void> };

/** Returns a hook that charges a request to its network, for routes that do not pass the gate. */
export type Charge = (cost: AnyCost) => (request: FastifyRequest) => Promise<void>;

export const createCharge =
  (allowance: Allowance): Charge =>
  (cost) =>
  (request) =>
    allowance.take({ address: request.ip }, cost);

const tooMany = (result: unknown, message?: MessageOrText): AppError =>
  new AppError(429, message, {
    retryAfter: result instanceof RateLimiterRes ? result.msBeforeNext / 1_000 : WINDOW_SECONDS,
  });

/** The points that a network or a member may spend in a minute. */
type PointBudget = { key: string; points: number };

/**
 * Deducts points from one budget after the other, up to the first with too few left. Returns the milliseconds until
 * that one is full again, or 0.
 */
const takeScript = defineScript(`
  for i, key in ipairs(KEYS) do
    local used = redis.call('INCRBY', key, ARGV[1])
    local left = redis.call('PTTL', key)
    if left < 0 then
      redis.call('PEXPIRE', key, ARGV[2])
      left = tonumber(ARGV[2])
    end
    if used > tonumber(ARGV[i + 2]) then return left end
  end
  return 0
`);

/**
 * Deducts from the budgets that all servers share; returns undefined if Redis does not respond, so that the local ones
 * apply.
 */
async function takeShared(redis: Redis, budgets: PointBudget[], cost: number): Promise<number | undefined> {
  const keys = budgets.map(({ key }) => `afterhours:allowance:${key}`);
  const values = [cost, WINDOW_SECONDS * 1_000, ...budgets.map((budget) => budget.points)];
  const wait = await redis.evaluate(takeScript, keys, values).catch(() => undefined);
  return typeof wait === 'number' ? wait : undefined;
}

/**
 * Returns a function that deducts from this process's budgets, and rejects at the first one with too few points left.
 */
function createOwnBudgets() {
  // One limiter per budget size, because the library's limiters have a fixed size.
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (size: number): RateLimiterMemory => {
    const limiter = limiters.get(size) ?? new RateLimiterMemory({ points: size, duration: WINDOW_SECONDS });
    limiters.set(size, limiter);
    return limiter;
  };
  return async (budgets: PointBudget[], cost: number): Promise<void> => {
    for (const { key, points: size } of budgets) await limiterOf(size).consume(key, cost);
  };
}

/** Lists the budgets for a call: the caller's network, the wide network around it, and the member. */
function listBudgets(payer: Payer, cost: AnyCost, factor: number): PointBudget[] {
  const { userId, address } = payer;
  // A caller who has hung up may have no address any more, and is charged all the same.
  const hasAddress = 'address' in payer;
  const scale = (budget: number): number => Math.max(1, Math.round(budget * factor));
  const budgets: PointBudget[] = [];
  if (hasAddress) {
    const { narrow, wide } = networkOf(address);
    const [kind, size] = cost === 'file' ? ['files', FILE_POINTS] : ['network', NETWORK_POINTS];
    budgets.push({ key: `${kind}:${narrow}`, points: scale(size) });
    if (wide) budgets.push({ key: `${kind}:${wide}`, points: scale(size * WIDE_FACTOR) });
  }
  if (userId !== undefined) budgets.push({ key: `member:${userId}`, points: scale(MEMBER_POINTS) });
  return budgets;
}

/** Creates the allowance for calls; `factor` multiplies it, and 0 turns it off. `take` throws a 429. */
export function createAllowance(factor: number, redis: Redis | null = null): Allowance {
  if (factor === 0) return { take: async () => undefined };
  const takeOwn = createOwnBudgets();
  return {
    async take(payer, cost) {
      const budgets = listBudgets(payer, cost, factor);
      // The dearest call costs more than the budgets of a low factor have.
      const price = Math.min(points[cost], ...budgets.map((budget) => budget.points));
      if (redis) {
        const wait = await takeShared(redis, budgets, price);
        if (wait === 0) return;
        if (wait !== undefined) throw new AppError(429, undefined, { retryAfter: wait / 1_000 });
      }
      try {
        await takeOwn(budgets, price);
      } catch (result) {
        if (result instanceof Error) throw result;
        throw tooMany(result);
      }
    },
  };
}

/** Counts attempts under a key before they are checked, so that a thousand concurrent ones are counted one by one. */
export type TryCounter = {
  /** Uses one attempt; throws a 429 if none is left. */
  take(key: string): Promise<void>;
  /** Uses this many attempts at once; if fewer are left, throws a 429 and counts nothing. */
  takeAll(key: string, amount: number): Promise<void>;
  /** Returns a successful caller's attempt, or this many. */
  giveBack(key: string, amount?: number): Promise<void>;
  clear(key: string): Promise<void>;
};

export type TryCounterOptions = {
  name: string;
  tries: number;
  seconds: number;
  message: MessageOrText;
  factor: number;
  /** Called for each rejection. */
  onLimit?: (name: string, key: string) => void;
};

/** Creates a counter in the table `failed_attempts`. With `factor` 0 or 0 tries it limits nothing. */
export function createTryCounter(pool: pg.Pool, options: TryCounterOptions): TryCounter {
  if (options.factor === 0 || options.tries === 0) {
    const nothing = async () => undefined;
    return { take: nothing, takeAll: nothing, giveBack: nothing, clear: nothing };
  }
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'failed_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: options.name,
    points: options.tries,
    duration: options.seconds,
  });
  const refuse = (key: string, result: unknown): Error => {
    if (result instanceof Error) return result;
    options.onLimit?.(options.name, key);
    return tooMany(result, options.message);
  };
  return {
    async take(key) {
      await limiter.consume(key).catch((result: unknown) => {
        throw refuse(key, result);
      });
    },
    async takeAll(key, amount) {
      await limiter.consume(key, amount).catch(async (result: unknown) => {
        if (!(result instanceof Error)) await limiter.reward(key, amount);
        throw refuse(key, result);
      });
    },
    async giveBack(key, amount = 1) {
      await limiter.reward(key, amount);
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}

/** Counts attempts per network; the key is the caller's address. */
export type NetworkCounter = Pick<TryCounter, 'take' | 'giveBack'>;

/**
 * Counts the attempts of an IPv4 address or an IPv6 /64, and of the /48 around the latter, which may make eight times
 * as many.
 */
export function createNetworkCounter(pool: pg.Pool, options: TryCounterOptions): NetworkCounter {
  const narrow = createTryCounter(pool, options);
  const wide = createTryCounter(pool, {
    ...options,
    name: `${options.name}-wide`,
    tries: options.tries * WIDE_FACTOR,
  });
  return {
    async take(address) {
      const network = networkOf(address);
      await narrow.take(network.narrow);
      if (network.wide) await wide.take(network.wide);
    },
    async giveBack(address) {
      const network = networkOf(address);
      await narrow.giveBack(network.narrow);
      if (network.wide) await wide.giveBack(network.wide);
    },
  };
}
