/** Loading parts of the program that come as files of their own. */
const RETRY_MS = 5000;

/** Returns a loader that keeps what it has loaded, and that can be called again after it has failed. */
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

/** Resolves after some seconds, or as soon as the browser is back online. */
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

/** Loads a part that the page can do without for a while: tries until it is there. */
export async function keepLoading<T>(load: () => Promise<T>): Promise<T> {
  const start = createPartLoader(load);
  for (;;) {
    try {
      return await start();
    } catch {
      await untilNextTry();
    }
  }
}
