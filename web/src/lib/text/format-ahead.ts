import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { dateLocale } from './locale.ts';

/** Formats the time until a moment within the next few days: "in 3 hours", "in 20 minutes", "this minute". */
export function formatAhead(time: string, now: number = Date.now()): string {
  const minutes = Math.max(Math.round((new Date(time).getTime() - now) / MINUTE_MS), 0);
  const format = new Intl.RelativeTimeFormat(dateLocale(), { numeric: 'auto' });
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.round(minutes / 60), 'hour');
}
