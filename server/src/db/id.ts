import { randomUUIDv7 } from 'node:crypto';

/** A new id: UUIDv7, so that ids sort by time of creation and land at the right end of their index. */
export const newId = (): string => randomUUIDv7();

/** The smallest id that can be made at a time: ids below it are older. */
export function firstIdAt(time: Date): string {
  const milliseconds = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}
