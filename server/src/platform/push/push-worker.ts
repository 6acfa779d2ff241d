/** Runs in a thread, encrypts notifications for devices (RFC 8291) and sends them to push services (RFC 8030). */
import webPush from 'web-push';
import { type Limits, post } from '../link-pages/guarded-fetch.ts';
import type { PushOrder, PushResult } from './push-services.ts';

const isTaken = (status: number): boolean => status >= 200 && status < 300;
const isPassing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** Returns the seconds in a `Retry-After` header, which is a number of seconds or a time; null without one. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}

function toResult({ status, headers }: Response): PushResult {
  if (isTaken(status)) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 413) return { kind: 'tooLarge' };
  if (isPassing(status)) return { kind: 'later', seconds: readRetryAfter(headers.get('retry-after')) };
  return { kind: 'refused', status };
}

/** Sends one notification; never throws. */
export async function sendPush({ target, payload, topic, urgency, ttl, vapid, ...limits }: SendOrder) {
  const options = { vapidDetails: vapid, TTL: ttl, topic, urgency };
  try {
    const request = webPush.generateRequestDetails(target, payload, options);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name.toLowerCase()] = value;
    // Fetch sets the length from the body.
    delete headers['content-length'];
    const body = new Uint8Array(request.body ?? []);
    const signal = AbortSignal.timeout(limits.limitMs);
    const response = await post(request.endpoint, { headers, body, signal }, limits);
    // The service's response body is never read.
    await response?.body?.cancel();
    return response ? toResult(response) : ({ kind: 'gone' } satisfies PushResult);
  } catch {
    return { kind: 'later', seconds: null } satisfies PushResult;
  }
}

export type SendOrder = PushOrder & Limits & { limitMs: number };
