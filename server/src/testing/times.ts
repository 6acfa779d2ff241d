import { DAY_MS, HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Each returns the time this long from now, or ago if negative, in the format of requests. */
export const inMinutes = (minutes: number): string => inMs(minutes * MINUTE_MS);
export const inHours = (hours: number): string => inMs(hours * HOUR_MS);
export const inDays = (days: number): string => inMs(days * DAY_MS);
