const queues = new Map<string, Promise<unknown>>();

/** Runs tasks of one key one after another, so that like and unlike reach the server as they were pressed. */
export function inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve();
  const next = previous.then(task, task);
  queues.set(key, next);
  const forget = () => {
    if (queues.get(key) === next) queues.delete(key);
  };
  void next.then(forget, forget);
  return next;
}

/** Whether a task of that key is running or waits; asked right after one has ended, whether another came meanwhile. */
export const isUnderWay = (key: string): boolean => queues.has(key);
