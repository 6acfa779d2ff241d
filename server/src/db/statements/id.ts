import { randomUUIDv7 } from 'node:crypto';

const LAST_OF_A_MILLISECOND = 0xfff;
/** Counters start in the lower half of their range, so that one millisecond has room for at least two thousand ids. */
const FIRST_BITS = 0x7ff;

/** A clock that jumps back by this much has been corrected and is trusted. */
const SET_BACK_MS = 10_000;

let clock: () => number = Date.now;

/** Sets the clock for ids, in milliseconds since 1970: the database's, as soon as it is known (`followClock`). */
export function setIdClock(now: () => number): void {
  clock = now;
}

let lastTime = 0;
let lastCount = 0;

/**
 * Returns a new id: a UUIDv7, so that ids sort by creation time and are appended to their index. Ids created by one
 * process also keep their order within a millisecond (RFC 9562, section 6.2, method 1).
 */
export function newId(): string {
  const id = randomUUIDv7();
  const time = Math.floor(clock());
  if (time > lastTime || time < lastTime - SET_BACK_MS) {
    lastTime = time;
    lastCount = Number.parseInt(id.slice(15, 18), 16) & FIRST_BITS;
  } else if (lastCount < LAST_OF_A_MILLISECOND) {
    lastCount++;
  } else {
    lastTime++;
    lastCount = 0;
  }
  const milliseconds = lastTime.toString(16).padStart(12, '0');
  const count = lastCount.toString(16).padStart(3, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${count}-${id.slice(19)}`;
}

/** Less than every id. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';
/** Greater than every id. */
export const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the smallest id for a time: ids below it are older. */
export function firstIdAt(time: Date): string {
  const milliseconds = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}

/** Returns the smallest id for the time this many milliseconds ago, by the clock for ids. */
export const firstIdOfPast = (milliseconds: number): string => firstIdAt(new Date(clock() - milliseconds));
