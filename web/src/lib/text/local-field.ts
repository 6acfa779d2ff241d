import { MINUTE_MS } from '@afterhours/contract/base/durations';

/**
 * Returns a moment in this browser's time zone as the value of a `datetime-local` field, such as "2026-12-24T18:30":
 * the values of a date field and a time field, joined by a T.
 */
export function toLocalField(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
