import { Piscina } from 'piscina';

const IDLE_MS = 10_000;
const MAX_MEMORY_MB = 128;

/** A worker file and the function in it that the thread calls, for at most `atOnce` inputs concurrently. */
type Work = { file: URL; name: string; atOnce: number };

type Thread<Input, Output> = { run: (input: Input) => Promise<Output>; stop: () => Promise<void> };

/** Returns a thread of its own with limited memory, started when it is first needed and ended when it is idle. */
export function createThread<Input, Output>({ file, name, atOnce }: Work): Thread<Input, Output> {
  let thread: Piscina<Input, Output> | null = null;
  const start = () =>
    new Piscina<Input, Output>({
      filename: file.href,
      name,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: atOnce,
      idleTimeout: IDLE_MS,
      // The thread needs no settings, so it gets no secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
  return {
    async run(input) {
      thread ??= start();
      return thread.run(input);
    },
    async stop() {
      await thread?.destroy();
    },
  };
}
