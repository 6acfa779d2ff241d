export type SerialQueue = {
  /** Runs a key's work after all earlier work for that key. */
  queue(key: string, work: () => Promise<void>): void;
  /**
   * Like `queue`, but skipped if a coalesced call for this key is still waiting, because that one will see all changes.
   */
  coalesce(key: string, work: () => Promise<void>): void;
  /** Resolves once all work so far is done; called before the resources it uses are closed. */
  settled(): Promise<void>;
};

/**
 * Runs work for one key one at a time and in order, without a caller waiting for it, so that the last state sent is the
 * latest. Errors are passed to `onError`.
 */
export function createSerialQueue(onError: (error: unknown) => void): SerialQueue {
  const tails = new Map<string, Promise<void>>();
  const waiting = new Set<string>();

  function queue(key: string, work: () => Promise<void>): void {
    const tail = (tails.get(key) ?? Promise.resolve())
      .then(work)
      .catch(onError)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
  }

  return {
    queue,
    async settled() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
    coalesce(key, work) {
      if (waiting.has(key)) return;
      waiting.add(key);
      queue(key, () => {
        waiting.delete(key);
        return work();
      });
    },
  };
}
