/** Long enough for a worker that is being registered; a page without one is not kept waiting. */
const WORKER_MS = 3_000;

/** Returns the service worker of this site once it is active; null where there is none. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return null;
  const none = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS));
  return Promise.race([serviceWorker.ready, none]).catch(() => null);
}
