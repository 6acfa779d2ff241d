/**
 * Passwords are hashed by low-priority threads, one per core, so that a burst of sign-ins does not slow down other
 * work. If the queue is some seconds long, callers are asked to retry later.
 */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '#http/errors/errors.ts';
import { passwordCost } from './password-cost.ts';
import type * as worker from './password-worker.ts';

const CORES = availableParallelism();
/** The longest queue. Each hash takes about 15 ms of a core. */
const MAX_QUEUE = 150 * CORES;
const RETRY_SECONDS = 2;
const IDLE_MS = 10_000;
/** A `nice` increment: on a busy machine, other threads get more than twice the time. */
const LOWER_PRIORITY = 4;

const threads = new Piscina({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: CORES,
  idleTimeout: IDLE_MS,
  niceIncrement: LOWER_PRIORITY,
});

type Work = typeof worker;

/** Runs a function of `password-worker.ts`. Throws a 503 if the queue is full. */
function run<N extends keyof Work>(name: N, input: Parameters<Work[N]>[0]): Promise<ReturnType<Work[N]>> {
  if (threads.queueSize >= MAX_QUEUE) throw new AppError(503, undefined, { retryAfter: RETRY_SECONDS });
  return threads.run(input, { name });
}

/** Returns the hash to store: Argon2id in PHC form. */
export const hashPassword = async (password: string): Promise<string> =>
  run('hashOne', { password, cost: passwordCost });

/** Returns a secret's hash with this salt, by which its row can be found: 32 bytes of Argon2id. */
export const hashSalted = async (secret: string, salt: string): Promise<Buffer> =>
  Buffer.from(await run('hashSalted', { secret, salt, cost: passwordCost }), 'base64url');

let decoy: Promise<string> | undefined;

/** Whether the password matches the hash. Takes the same time without a hash, so that the time reveals nothing. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await run('verifyOne', { hash: hash ?? (await decoy), password });
  return matches && hash != null;
}
