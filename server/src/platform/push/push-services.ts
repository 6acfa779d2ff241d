/**
 * Push services: the servers of browser makers that pass notifications on to devices. Browsers name their addresses, so
 * they are contacted with the same precautions as linked pages. Encryption and sending happen in a separate thread, so
 * that they delay no call.
 */
import { createECDH, ECDH } from 'node:crypto';
import { toSecureAddress } from '../link-pages/card-address.ts';
import type { Limits } from '../link-pages/guarded-fetch.ts';
import { createThread } from '../thread.ts';
import type { SendOrder } from './push-worker.ts';

/** A device, as its browser describes it. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };
/** `subject` is where a push service's operator can turn to. */
export type Vapid = { subject: string; publicKey: string; privateKey: string };

export type PushOrder = {
  target: PushTarget;
  payload: string;
  /** A later notification with this topic replaces it at the service; at most 32 characters of base64url. */
  topic: string;
  urgency: 'normal' | 'high';
  /** Seconds after which it need not be delivered any more. */
  ttl: number;
  vapid: Vapid;
};

/**
 * `gone`: the device will never accept a notification again; `later`: another attempt may succeed, after this many
 * seconds if the service states them.
 */
export type PushResult =
  | { kind: 'taken' }
  | { kind: 'gone' }
  | { kind: 'tooLarge' }
  | { kind: 'later'; seconds: number | null }
  | { kind: 'refused'; status: number };

export type PushServices = {
  /** Returns true if notifications may be sent to this address at all, judging by its form. */
  mayBe(endpoint: string): boolean;
  send(order: PushOrder): Promise<PushResult>;
  stop(): Promise<void>;
};

const CURVE = 'prime256v1';
const AT_ONCE = 16;
/** The time limit for one notification. */
const LIMIT_MS = 10_000;

/** Returns true if notifications can be encrypted for these keys. */
export function areDeviceKeys({ p256dh, auth }: PushTarget['keys']): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    return ECDH.convertKey(Buffer.from(p256dh, 'base64url'), CURVE).length > 0;
  } catch {
    return false;
  }
}

/** Generates the key pair by which push services identify a sender (RFC 8292), in base64url. */
export function makeVapidKeys(): Pick<Vapid, 'publicKey' | 'privateKey'> {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const privateKey = Buffer.alloc(32);
  const generated = pair.getPrivateKey();
  generated.copy(privateKey, privateKey.length - generated.length);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

export function createPushServices(limits: Limits, limitMs = LIMIT_MS): PushServices {
  const file = new URL('./push-worker.ts', import.meta.url);
  const thread = createThread<SendOrder, PushResult>({ file, name: 'sendPush', atOnce: AT_ONCE });
  return {
    mayBe: (endpoint) => toSecureAddress(endpoint, limits.ownHosts) !== null,
    send: (order) =>
      thread.run({ ...order, ...limits, limitMs }).catch(() => ({ kind: 'later' as const, seconds: null })),
    stop: thread.stop,
  };
}
