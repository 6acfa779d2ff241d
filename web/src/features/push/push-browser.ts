/** The browser's part of notifications: the permission, and the subscription at its push service. */
import { findServiceWorker } from '#lib/browser/service-worker.ts';

/** `missing`: this browser does not support them, or not yet (on iPhones, until the site is on the Home Screen). */
export type PushSupport = 'missing' | 'blocked' | 'possible';

export async function findSupport(): Promise<PushSupport> {
  if (!('Notification' in window) || !('PushManager' in window)) return 'missing';
  if (!(await findServiceWorker())) return 'missing';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Whether the browser supports notifications and has not asked yet. Synchronous. */
export const isUnasked = (): boolean =>
  'Notification' in window && 'PushManager' in window && Notification.permission === 'default';

type Subscribed = { endpoint: string; keys: { p256dh: string; auth: string } };

const isOfKey = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey;
  return own !== null && new Uint8Array(own).every((byte, at) => byte === key[at]);
};

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
}

async function findSubscription(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const before = await manager.getSubscription();
  if (before && isOfKey(before, key)) return before;
  // A subscription with another key would block a new one.
  await before?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Asks for the permission, which requires a preceding click, and subscribes. Returns 'blocked' if the member denies it,
 * and 'dismissed' if they have not decided.
 */
export async function subscribeHere(publicKey: string): Promise<Subscribed | 'blocked' | 'dismissed' | 'failed'> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted') return 'dismissed';
  try {
    const worker = await findServiceWorker();
    if (!worker) return 'failed';
    const { endpoint, keys } = (await findSubscription(worker.pushManager, fromBase64url(publicKey))).toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return 'failed';
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return 'failed';
  }
}

/** Ends this browser's subscription. */
export async function unsubscribeHere(): Promise<void> {
  const subscription = await (await findServiceWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
}
