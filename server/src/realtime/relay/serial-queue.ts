export type SerialQueue = {
  /** Does the work of a key after what was asked for before. */
  queue(key: string, work: () => Promise<void>): void;
  /** The same, but what waits for its turn already stands for this, too: it will see what happened until then. */
  coalesce(key: string, work: () => Promise<void>): void;
  /** When all that has been asked for so far is done; before what the work needs is closed. */
  settled(): Promise<void>;
};

/**
 * Work of one key runs one at a time and in order, without anybody waiting for it; so what is read and sent last is
 * the latest. Faults go to `onError`.
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
