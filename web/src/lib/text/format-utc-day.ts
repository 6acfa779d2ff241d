import { dateLocale } from './locale.ts';

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** Returns "Friday, 12 March 2027", the day in UTC: the same for everyone. */
export const formatUtcDay = (time: string): string => new Date(time).toLocaleDateString(dateLocale(), day);
