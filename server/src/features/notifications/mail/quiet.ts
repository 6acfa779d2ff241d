/** Quiet hours: times of day in the member's own zone, also where clocks change. */

export type Quiet = { from: string; to: string; timeZone: string };

/**
 * Returns when the quiet hours end that `now` is in; null outside of them. They begin and end at the member's clock:
 * a time that a change of the clock leaves out is the one after the gap, and of a time that comes twice the first
 * counts. In a zone that is no longer known there are none.
 */
export function findQuietEnd(now: Date, { from, to, timeZone }: Quiet): Date | null {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  try {
    const today = instant.toZonedDateTimeISO(timeZone).toPlainDate();
    for (const day of [today.subtract({ days: 1 }), today]) {
      const lastDay = from < to ? day : day.add({ days: 1 });
      const begin = day.toZonedDateTime({ timeZone, plainTime: from }).toInstant();
      const end = lastDay.toZonedDateTime({ timeZone, plainTime: to }).toInstant();
      if (Temporal.Instant.compare(begin, instant) <= 0 && Temporal.Instant.compare(instant, end) < 0)
        return new Date(end.epochMilliseconds);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}
