import { randomUUIDv7 } from 'node:crypto';

/** A new id: UUIDv7, so that ids sort by time of creation and land at the right end of their index. */
export const newId = (): string => randomUUIDv7();
