/** Loads parts of the program that are built as separate files. */
const RETRY_MS = 5000;

/** Returns a loader that caches its result and can be called again after a failure. */
export function createPartLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** Resolves after `RETRY_MS`, or as soon as the browser is back online. */
const untilNextTry = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    addEventListener('online', done);
  });

/** Loads a part that the page can do without for a while: retries until it succeeds. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  const start = createPartLoader(load);
  for (;;) {
    try {
      return await start();
    } catch {
      await untilNextTry();
    }
  }
}
