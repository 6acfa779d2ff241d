/** Service workers, which browsers offer on https and loopback addresses, and the one address that ours comes from. */
import { WORKER_PATH } from '@afterhours/contract/constants/installed-app';

type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/** Undefined where the browser has none, or does not offer it here. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined => (navigator as Partial<Navigator>).serviceWorker;

let address: string | undefined;

/** The address of the worker as the page's policy (Trusted Types) asks for it. */
function findAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies };
  address ??= trustedTypes
    ? (trustedTypes
        .createPolicy('service-worker', {
          createScriptURL(url) {
            if (url !== WORKER_PATH) throw new TypeError(`${url} is no service worker of ours.`);
            return url;
          },
        })
        .createScriptURL(WORKER_PATH) as string)
    : WORKER_PATH;
  return address;
}

export const registerWorker = (container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> =>
  container.register(findAddress(), { updateViaCache: 'none' });

/** Long enough for a worker that is being registered; a page without one is not kept waiting. */
const WORKER_MS = 3_000;

/** Returns the worker of this site once it is active; null where there is none. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = serviceWorkers();
  if (!container) return null;
  const none = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS));
  return Promise.race([container.ready, none]).catch(() => null);
}
