import { ChildError } from './child-process.ts';

/** Runs `work` once all earlier work of this owner is done; throws a ChildError if `max` of theirs wait or run. */
export type RunInQueue = <T>(owner: string, max: number, work: () => Promise<T>) => Promise<T>;

/** Creates queues for a worker: each owner has one, so that owners take turns, however much one of them has to do. */
export function createOwnerQueues(): RunInQueue {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>();
  return (owner, max, work) => {
    const queue = queues.get(owner) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= max) return Promise.reject(new ChildError('busy'));
    queues.set(owner, queue);
    queue.count++;
    const running = queue.last.then(work);
    queue.last = running.catch(() => undefined);
    return running.finally(() => {
      queue.count--;
      if (queue.count === 0) queues.delete(owner);
    });
  };
}
