/**
 * Keeps the service worker up to date. A new worker waits until the member accepts the new version; until then the open
 * page uses the files of its own build. The worker takes over at once if this page already belongs to its build, or if
 * a file of this page is no longer available.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import type { WorkerMessage } from '@afterhours/contract/constants/installed-app';
import { registerWorker, serviceWorkers } from '#lib/browser/service-worker.ts';
import { readMeta } from '#lib/browser/site.ts';
import { tabStorage } from '#lib/browser/storage.ts';
import { FILE_LOST } from '#lib/parts/load-files.ts';

const CHECK_EVERY_MS = HOUR_MS;
const RESPONSE_MS = 3_000;
/** A file that is still missing after a reload is missing on the server, so reloading again would not help. */
const RELOAD_EVERY_MS = 60_000;
const RELOADED_AT = 'app:reloaded';

const postTo = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports);

/** Returns a worker's build; undefined if it does not reply. */
function askBuild(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), RESPONSE_MS);
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    });
    port1.start();
    postTo(worker, { type: 'build' }, [port2]);
  });
}

/** Lets a waiting worker take over, then reloads the page. */
function takeOver(worker: ServiceWorker): void {
  const reload = () => globalThis.location.reload();
  if (worker.state === 'installed') {
    worker.addEventListener('statechange', reload, { once: true });
    postTo(worker, { type: 'activate' });
  } else reload();
}

type Offer = (take: () => void) => void;

async function settleWaiting(worker: ServiceWorker, ownBuild: string, offer: Offer): Promise<void> {
  if ((await askBuild(worker)) === ownBuild) postTo(worker, { type: 'activate' });
  else offer(() => takeOver(worker));
}

/** Resolves once an update in progress has been installed or has failed. */
function untilInstalled({ installing }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    if (!installing) resolve();
    else installing.addEventListener('statechange', () => resolve(), { once: true });
  });
}

function mayReload(): boolean {
  const last = Number(tabStorage.get(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_EVERY_MS) return false;
  tabStorage.set(RELOADED_AT, String(Date.now()));
  return true;
}

/** A file of this page failed to load. If a new version is the reason, the page is replaced by that version. */
async function replaceLost(registration: ServiceWorkerRegistration, ownBuild: string): Promise<void> {
  if (!navigator.onLine) return;
  await registration.update();
  await untilInstalled(registration);
  const { waiting } = registration;
  if (waiting && (await askBuild(waiting)) !== ownBuild && mayReload()) takeOver(waiting);
}

function watchUpdates(registration: ServiceWorkerRegistration, ownBuild: string, offer: Offer): () => void {
  const listening = new AbortController();
  const settle = () => {
    if (registration.waiting) void settleWaiting(registration.waiting, ownBuild, offer);
  };
  let checkedAt = Date.now();
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // Without a connection it is retried later.
    registration.update().catch(() => undefined);
  };
  settle();
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', settle, listening),
    listening,
  );
  const timer = setInterval(checkForUpdate, CHECK_EVERY_MS / 4);
  document.addEventListener('visibilitychange', checkForUpdate, listening);
  addEventListener(FILE_LOST, () => void replaceLost(registration, ownBuild).catch(() => undefined), listening);
  return () => {
    clearInterval(timer);
    listening.abort();
  };
}

/** Removes this site's workers and their caches. */
async function removeWorkers(container: ServiceWorkerContainer): Promise<void> {
  const registrations = await container.getRegistrations();
  await Promise.all(registrations.map((each) => each.unregister()));
  if (registrations.length > 0) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/**
 * Registers the worker of the build named in the page, or removes all workers if the page names none. `offer` announces
 * a new version. Returns a function that stops this.
 */
export async function keepWorker(offer: Offer): Promise<() => void> {
  const container = serviceWorkers();
  const ownBuild = readMeta('app-build');
  if (!container) return () => undefined;
  if (ownBuild === null) {
    await removeWorkers(container);
    return () => undefined;
  }
  return watchUpdates(await registerWorker(container), ownBuild, offer);
}
