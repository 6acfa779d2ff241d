/**
 * How a request is sent: by fetch, or by XMLHttpRequest where the progress of an upload is wanted, which fetch lacks.
 */
export type Sent = { status: number; text: string; retryAfter: string | null };
export type Outcome = Sent | 'aborted' | 'unreachable';

export type Outgoing = {
  method: string;
  address: string;
  body: FormData | string | null;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Share of the body that has left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

const contentType = (body: Outgoing['body']): Record<string, string> =>
  typeof body === 'string' ? { 'content-type': 'application/json' } : {};

type EarlyAnswers = { token: string; answers: Record<string, Promise<Sent> | undefined> };
const early = globalThis as { earlyAnswers?: EarlyAnswers };

/** Whatever begins later wants to know how things are by then. */
const IN_PAGE_MS = 20_000;
let inPage: Record<string, string> | undefined;

/** The answers that the server has put into the page of a guest, by address. */
function readPage(): Record<string, string> {
  inPage ??= JSON.parse(document.getElementById('page-data')?.textContent || '{}') as Record<string, string>;
  return inPage;
}

/** Whether a guest's page brings what is drawn first; `boot.js` marks the page of a member. */
export const hasAnswersInPage = (): boolean =>
  document.documentElement.dataset.member === undefined && Object.keys(readPage()).length > 0;

/** Returns an answer that is in the page already, once; undefined for others. */
function takeFromPage({ method, address, headers }: Outgoing): Sent | undefined {
  if (method !== 'GET' || headers['authorization'] !== undefined || performance.now() > IN_PAGE_MS) return undefined;
  const answers = readPage();
  const text = answers[address];
  delete answers[address];
  return text === undefined ? undefined : { status: 200, text, retryAfter: null };
}

/** Returns the answer that `boot.js` has requested before the program was there, once; undefined for others. */
function takeEarly({ method, address, headers }: Outgoing): Promise<Sent> | undefined {
  const { token, answers = {} } = early.earlyAnswers ?? {};
  if (method !== 'GET' || headers['authorization'] !== `Bearer ${token}`) return undefined;
  const answer = answers[address];
  delete answers[address];
  return answer;
}

async function requestByFetch({ method, address, body, headers, signal }: Outgoing): Promise<Sent> {
  const response = await fetch(address, {
    method,
    headers: { ...contentType(body), ...headers },
    body,
    signal: signal ?? null,
    // What is taken away as the page is left still arrives.
    keepalive: method === 'DELETE',
  });
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
}

async function sendByFetch(request: Outgoing): Promise<Outcome> {
  try {
    return takeFromPage(request) ?? (await (takeEarly(request) ?? requestByFetch(request)));
  } catch {
    return request.signal?.aborted ? 'aborted' : 'unreachable';
  }
}

function sendByXhr({ method, address, body, headers, signal, onProgress }: Outgoing): Promise<Outcome> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, address);
    for (const [name, value] of Object.entries({ ...contentType(body), ...headers })) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, text: xhr.responseText, retryAfter: xhr.getResponseHeader('retry-after') }),
    );
    xhr.addEventListener('error', () => resolve('unreachable'));
    xhr.addEventListener('timeout', () => resolve('unreachable'));
    xhr.addEventListener('abort', () => resolve('aborted'));
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}

/** Sends once, without retry; resolves also when nobody answered. */
export function sendRequest(request: Outgoing): Promise<Outcome> {
  if (request.signal?.aborted) return Promise.resolve('aborted');
  return request.onProgress ? sendByXhr(request) : sendByFetch(request);
}
