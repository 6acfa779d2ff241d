/** Times as mails and receipts contain them, in the same form as in the pages. */

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const WHOLE_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** Formats a time in a time zone, or in UTC if the zone is null or unknown. */
function format(time: Date, parts: Intl.DateTimeFormatOptions, zone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone ?? 'UTC' }).format(time);
  } catch (error) {
    if (error instanceof RangeError && zone !== null) return format(time, parts, null);
    throw error;
  }
}

/** Formats the day of a time in a time zone, like "Thursday, 24 December 2026". */
export const writeDay = (time: Date, zone: string | null): string => format(time, WHOLE_DAY, zone);

/**
 * Formats a time like "Thu, 24 Dec 2026, 18:30 CET (17:30 UTC)" in a time zone, with the time in UTC if that differs,
 * and its day if that differs as well.
 */
export function writeTime(time: Date, zone: string | null): string {
  const here = format(time, { ...DAY, ...CLOCK }, zone);
  const inUtc = format(time, { ...DAY, ...CLOCK }, null);
  if (here === inUtc) return here;
  return `${here} (${format(time, DAY, zone) === format(time, DAY, null) ? format(time, CLOCK, null) : inUtc})`;
}
