const PAUSE_MS = 1_000;

/**
 * Passes on at most one word a second for a key. What comes sooner waits, and only the last of it is told: who stopped
 * typing within the second is not left as typing.
 */
export function createTypingGate(
  relay: (key: string, typing: boolean) => void,
): (key: string, typing: boolean) => void {
  const pauses = new Map<string, { next: boolean | null }>();
  function tell(key: string, typing: boolean): void {
    const pause = pauses.get(key);
    if (pause) {
      pause.next = typing;
      return;
    }
    relay(key, typing);
    const begun: { next: boolean | null } = { next: null };
    pauses.set(key, begun);
    setTimeout(() => {
      pauses.delete(key);
      if (begun.next !== null) tell(key, begun.next);
    }, PAUSE_MS).unref();
  }
  return tell;
}
