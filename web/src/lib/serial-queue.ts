const queues = new Map<string, Promise<unknown>>();

/**
 * Runs the tasks of a key one after another, so that a like and an unlike reach the server in the order of the clicks.
 */
export function queueSerially<T>(key: string, task: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve();
  const next = previous.then(task, task);
  queues.set(key, next);
  const forget = () => {
    if (queues.get(key) === next) queues.delete(key);
  };
  void next.then(forget, forget);
  return next;
}

/**
 * Whether a task of that key is running or queued. Right after a task has ended: whether another one has been queued.
 */
export const isQueued = (key: string): boolean => queues.has(key);
