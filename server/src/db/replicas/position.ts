/**
 * Positions in the database's write-ahead log, which let members always read their own writes: the response to a write
 * carries the log position it reached, and a replica may serve a caller with that position only after reaching it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A log position in bytes; exact up to 2^53, which is 8 PiB of writes. */
export type Position = number;

export const NO_POSITION: Position = 0;

const FORM = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Parses PostgreSQL's form, `16/B374D848`; returns null if it is invalid. */
export function parsePosition(text: string): Position | null {
  const [, high, low] = FORM.exec(text) ?? [];
  if (high === undefined || low === undefined) return null;
  const position = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
  return Number.isSafeInteger(position) ? position : null;
}

/** Formats a position as PostgreSQL does. */
export const formatPosition = (position: Position): string =>
  `${Math.floor(position / 2 ** 32).toString(16)}/${(position % 2 ** 32).toString(16)}`.toUpperCase();

const required = new AsyncLocalStorage<Position>();

/** Runs `work` so that its reads see everything up to `position`. */
export const withRequiredPosition = <T>(position: Position, work: () => T): T => required.run(position, work);

/** The position that the reads of the current call must have reached. */
export const requiredPosition = (): Position => required.getStore() ?? NO_POSITION;
