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
