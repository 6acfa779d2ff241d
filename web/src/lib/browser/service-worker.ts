/** Access to service workers, which browsers offer on https and loopback addresses, and to our own worker's address. */
import { WORKER_PATH } from '@afterhours/contract/constants/installed-app';

type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/** Returns undefined where the browser has no service workers or does not offer them on this address. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => (navigator as Partial<Navigator>).serviceWorker;

let address: string | undefined;

/** Returns the worker's address in the form that the page's Trusted Types policy requires. */
function findAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies };
  address ??= trustedTypes
    ? (trustedTypes
        .createPolicy('service-worker', {
          createScriptURL(url) {
            if (url !== WORKER_PATH) throw new TypeError(`${url} is not our service worker.`);
            return url;
          },
        })
        .createScriptURL(WORKER_PATH) as string)
    : WORKER_PATH;
  return address;
}

export const registerWorker = (container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> =>
  container.register(findAddress(), { updateViaCache: 'none' });

/** Long enough for a worker to be registered; a page without a worker must not wait longer. */
const WORKER_MS = 3_000;

/** Returns the registration of this site's worker once it is active, or null if there is none. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = serviceWorkers();
  if (!container) return null;
  const none = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS));
  return Promise.race([container.ready, none]).catch(() => null);
}
