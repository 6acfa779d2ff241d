/**
 * Compares the clock of this process with the database's. Authenticator codes, which are valid for thirty seconds, and
 * signed addresses use this clock; ids, sessions and limits use the database's. A difference of seconds is harmless;
 * one of minutes is not.
 */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema/schema.ts';
import { setIdClock } from './statements/id.ts';

const TRIES = 3;
const SUSPICIOUS_MS = 30_000;
const WRONG_MS = 300_000;

/** The clock is too far off to start; `message` says what to do. */
export class ClockError extends Error {}

/** Returns by how many milliseconds `now` is ahead of the database, from the fastest of several measurements. */
async function readOffset(db: Kysely<Database>, now: () => number): Promise<number> {
  let best = { offset: 0, took: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES; tries++) {
    const sentAt = now();
    const { rows } = await sql<{ time: number }>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`.execute(db);
    const answeredAt = now();
    const took = answeredAt - sentAt;
    if (rows[0] && took < best.took) best = { offset: (sentAt + answeredAt) / 2 - rows[0].time, took };
  }
  return best.offset;
}

const MEASURED_EVERY_MS = 60_000;

const steady = (): number => performance.now();

async function setIdsByDatabase(db: Kysely<Database>): Promise<void> {
  const offset = await readOffset(db, steady);
  setIdClock(() => steady() - offset);
}

/**
 * Makes ids follow the database's clock, which also sets creation times. It is queried now and every minute; in
 * between, time advances evenly, whatever happens to this machine's clock. Returns a function that stops the queries.
 */
export async function followClock(db: Kysely<Database>, onError: (error: unknown) => void): Promise<() => void> {
  await setIdsByDatabase(db);
  const timer = setInterval(() => void setIdsByDatabase(db).catch(onError), MEASURED_EVERY_MS).unref();
  return () => clearInterval(timer);
}

const describe = (ms: number): string =>
  Math.abs(ms) < 120_000
    ? `${Math.round(Math.abs(ms) / 1_000)} seconds`
    : `${Math.round(Math.abs(ms) / MINUTE_MS)} minutes`;

/** Warns about a clock that is half a minute off; throws ClockError for one that is five minutes off. */
export async function checkClock(
  db: Kysely<Database>,
  warn: (line: string) => void,
  now: () => number = Date.now,
): Promise<void> {
  const offset = await readOffset(db, now);
  if (Math.abs(offset) < SUSPICIOUS_MS) return;
  const line = `This machine's clock is ${describe(offset)} ${offset > 0 ? 'ahead of' : 'behind'} the database's.`;
  if (Math.abs(offset) >= WRONG_MS) throw new ClockError(`${line} Set both by the network's time, then start again.`);
  warn(`${line} Codes of authenticators may be refused; set both by the network's time.`);
}
