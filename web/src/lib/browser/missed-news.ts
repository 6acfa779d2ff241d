/** In a tab that connects this long after it was opened, what is shown may have changed already. */
const LATE_MS = 1_000;

/**
 * Returns, at each connection, whether something may have been missed before it: always but at the first one, and at
 * that if it comes late.
 */
export function createMissedNews(): () => boolean {
  const openedAt = Date.now();
  let isFirst = true;
  return () => {
    const missed = !isFirst || Date.now() - openedAt >= LATE_MS;
    isFirst = false;
    return missed;
  };
}
