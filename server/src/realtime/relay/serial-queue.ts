export type SerialQueue = {
  /** Runs the work of a key after all earlier work of that key. */
  queue(key: string, work: () => Promise<void>): void;
  /** The same, but a call that is still waiting stands for this one, too: it will see everything until then. */
  coalesce(key: string, work: () => Promise<void>): void;
  /** Resolves when all work so far is done; called before the resources of the work are closed. */
  settled(): Promise<void>;
};

/**
 * Work of one key runs one at a time and in order, without a caller waiting for it; so the last state sent is the
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
