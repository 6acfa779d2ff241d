import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/schema/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { counted } from '#texts/counted.ts';

export type Level = 'ok' | 'warn' | 'fail';

/** A line of the report: the finding and, unless all is well, what to do about it. */
export type Finding = { level: Level; text: string; advice?: string };

export type Installation = {
  config: Config;
  db: Kysely<Database>;
  pool: pg.Pool;
  storage: Storage;
  /** True if the checks should repair what they can. */
  repair: boolean;
};

export type Check = { name: string; run(installation: Installation): Promise<Finding[]> };

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, advice: string): Finding => ({ level: 'warn', text, advice });
export const fail = (text: string, advice: string): Finding => ({ level: 'fail', text, advice });

/** Returns the last line of the report: `14 ok, 1 warning, 0 failed`. */
export const summarize = (counts: Record<Level, number>): string =>
  `${counts.ok} ok, ${counted(counts.warn, 'warning', 'warnings')}, ${counts.fail} failed`;

export const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join('; ')
    : error instanceof Error
      ? [error.message || error.name, ...(error.cause === undefined ? [] : [messageOf(error.cause)])].join(': ')
      : String(error);
