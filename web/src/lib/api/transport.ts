/** Sends requests. One that hangs ends as unreachable. */
import { limitSilence } from './silence.ts';

export type Sent = { status: number; text: string; retryAfter: string | null };
export type Outcome = Sent | 'aborted' | 'unreachable';

export type Outgoing = {
  method: string;
  address: string;
  body: FormData | string | null;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The share of the body that has been sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** How long it may be silent, if that differs from other requests. */
  silenceMs?: number | undefined;
};

const contentType = (body: Outgoing['body']): Record<string, string> =>
  typeof body === 'string' ? { 'content-type': 'application/json' } : {};

type EarlyResponses = { token: string; responses: Record<string, Promise<Sent> | undefined> };
const early = globalThis as { earlyResponses?: EarlyResponses };

/** Responses in the page are used only this long after it was opened; later requests need current data. */
const IN_PAGE_MS = 20_000;
/** The responses that the server has embedded in a guest's page, by address. */
let inPage: Record<string, string> | undefined;

/** Returns a response that is embedded in the page, once; otherwise undefined. */
function takeFromPage({ method, address, headers }: Outgoing): Sent | undefined {
  if (method !== 'GET' || headers['authorization'] !== undefined || performance.now() > IN_PAGE_MS) return undefined;
  inPage ??= JSON.parse(document.getElementById('page-data')?.textContent || '{}') as Record<string, string>;
  const text = inPage[address];
  delete inPage[address];
  return text === undefined ? undefined : { status: 200, text, retryAfter: null };
}

/** Returns the response that `boot.js` requested before the program loaded, once; otherwise undefined. */
function takeEarly({ method, address, headers }: Outgoing): Promise<Sent> | undefined {
  const { token, responses = {} } = early.earlyResponses ?? {};
  if (method !== 'GET' || headers['authorization'] !== `Bearer ${token}`) return undefined;
  const response = responses[address];
  delete responses[address];
  return response;
}

/** Browsers refuse requests that outlive their page beyond 64 KB of bodies in all, and Chromium beyond ten at once. */
const SMALL_BODY_CHARACTERS = 4_096;
const MAX_OUTLIVING = 8;
let outliving = 0;

const isSmallWrite = ({ method, body }: Outgoing): boolean =>
  method !== 'GET' && (body === null || (typeof body === 'string' && body.length <= SMALL_BODY_CHARACTERS));

async function requestByFetch(request: Outgoing): Promise<Sent> {
  const { method, address, body, headers, signal, silenceMs } = request;
  const limit = limitSilence(signal, silenceMs);
  // Small writes, such as a like or a switch, complete even if the member leaves the page.
  const keepalive = outliving < MAX_OUTLIVING && isSmallWrite(request);
  if (keepalive) outliving++;
  try {
    const response = await fetch(address, {
      method,
      headers: { ...contentType(body), ...headers },
      body,
      signal: limit.signal,
      keepalive,
    });
    limit.moved();
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  } finally {
    limit.end();
    if (keepalive) outliving--;
  }
}

async function sendByFetch(request: Outgoing): Promise<Outcome> {
  try {
    return takeFromPage(request) ?? (await (takeEarly(request) ?? requestByFetch(request)));
  } catch {
    return request.signal?.aborted ? 'aborted' : 'unreachable';
  }
}

/** Uploads are sent by code that is loaded with the first one. */
async function upload(request: Outgoing): Promise<Outcome> {
  const part = await import('./upload.ts').catch(() => null);
  return part ? part.sendUpload(request) : 'unreachable';
}

/** Sends a request once, without retries. Resolves even if the server cannot be reached. */
export async function sendRequest(request: Outgoing): Promise<Outcome> {
  if (request.signal?.aborted) return 'aborted';
  return request.body instanceof FormData ? upload(request) : sendByFetch(request);
}
