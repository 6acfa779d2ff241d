import { type JobListeners, timeAttempt } from './jobs.ts';

/** Repeats handlers in this process, running each only once at a time. */
export function createRepetition({ onError, onSettled }: JobListeners) {
  const handlers: { name: string; seconds: number; handler: () => Promise<void> }[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();

  async function run(name: string, handler: () => Promise<void>): Promise<void> {
    const settled = timeAttempt(name, onSettled);
    try {
      await handler();
      settled('done');
    } catch (error) {
      settled('failed');
      onError(error);
    }
  }

  return {
    add: (name: string, seconds: number, handler: () => Promise<void>) => handlers.push({ name, seconds, handler }),
    start(): void {
      for (const { name, seconds, handler } of handlers) {
        const begin = () => {
          if (!running.has(name))
            running.set(
              name,
              run(name, handler).finally(() => running.delete(name)),
            );
        };
        begin();
        timers.push(setInterval(begin, seconds * 1_000).unref());
      }
    },
    async stop(): Promise<void> {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
