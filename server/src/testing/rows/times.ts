/** Returns the time in so many hours, or so many ago, as it is sent. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
