/** A window that connects this long after it was opened has pages by then in which something may have changed unheard. */
const LATE_MS = 1_000;

/**
 * Tells at each connection whether something may have been missed before it: always but at the first one, and at that if
 * it comes late.
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
