/** Loading parts of the program that come as files of their own. */
const RETRY_MS = 5000;

/** A stylesheet that failed to load is not requested again by itself, and its part would be drawn without it. */
async function reloadStylesheets(): Promise<void> {
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => !link.sheet,
  );
  const requested = broken.map(
    (link) =>
      new Promise((resolve, reject) => {
        const again = link.cloneNode() as HTMLLinkElement;
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`No stylesheet at ${link.href}`)));
        link.replaceWith(again);
      }),
  );
  await Promise.all(requested);
}

/** Returns a loader that keeps what it has loaded, and that can be called again after it has failed. */
export function createPartLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  let failedBefore = false;
  return () => {
    loaded ??= (async () => {
      try {
        if (failedBefore) await reloadStylesheets();
        return await load();
      } catch (error) {
        failedBefore = true;
        loaded = null;
        throw error;
      }
    })();
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
