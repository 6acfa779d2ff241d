const PAUSE_MS = 1_000;

/**
 * Forwards at most one event per second and key. Events in between wait, and only the last of them is sent, so that a
 * member who stopped within the second is not shown as typing.
 */
export function createTypingGate(
  relay: (key: string, typing: boolean) => void,
): (key: string, typing: boolean) => void {
  const pauses = new Map<string, { next: boolean | null }>();
  function send(key: string, typing: boolean): void {
    const pause = pauses.get(key);
    if (pause) {
      pause.next = typing;
      return;
    }
    relay(key, typing);
    const started: { next: boolean | null } = { next: null };
    pauses.set(key, started);
    setTimeout(() => {
      pauses.delete(key);
      if (started.next !== null) send(key, started.next);
    }, PAUSE_MS).unref();
  }
  return send;
}
