import { HOUR_MS } from '@afterhours/contract/base/durations';

/** Returns the time this many hours from now, or ago if negative, in the format of requests. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
