/** Quiet hours: times of day in the member's own time zone, across clock changes. */

export type Quiet = { from: string; to: string; timeZone: string };

/**
 * Returns the end of the quiet hours that `now` is in, or null outside of them. They follow the member's local clock: a
 * time that a clock change skips becomes the one after the gap, and of a time that occurs twice, the first counts. In
 * an unknown time zone there are no quiet hours.
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
