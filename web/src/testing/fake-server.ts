/** Replaces the server in component tests: responds by method and path, and records the requests. */
import { vi } from 'vitest';

export type FakeResponse = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable';
export type FakeRequest = { method: string; path: string; search: URLSearchParams; body: unknown; headers: Headers };
type Handler = FakeResponse | ((asked: FakeRequest) => FakeResponse | Promise<FakeResponse>);

/** A success envelope around a body. */
export const ok = (body: unknown, extra: object = {}): FakeResponse => ({
  body: { status: 200, success: true, message: 'Done.', body, ...extra },
});

/** A failure envelope. */
export const fail = (
  status: number,
  message: string,
  more: { errors?: object[]; retryAfter?: number; reason?: string } = {},
): FakeResponse => ({
  status,
  body: {
    status,
    success: false,
    message,
    ...(more.errors ? { errors: more.errors } : {}),
    ...(more.reason ? { reason: more.reason } : {}),
  },
  ...(more.retryAfter === undefined ? {} : { headers: { 'retry-after': String(more.retryAfter) } }),
});

/** Rejects when the request is aborted first. */
const untilAborted = <T>(response: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  Promise.race([
    Promise.resolve(response),
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    }),
  ]);

/** Replaces `XMLHttpRequest`, which uploads use; all of the file is sent at once. */
abstract class FakeUpload extends EventTarget {
  abstract respond: (address: string, init: RequestInit) => Promise<Response>;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  readonly #headers = new Headers();
  readonly #control = new AbortController();
  #sentTo = { method: '', address: '' };
  #received = new Headers();

  open(method: string, address: string) {
    this.#sentTo = { method, address };
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string) {
    return this.#received.get(name);
  }

  abort() {
    this.#control.abort();
    this.dispatchEvent(new Event('abort'));
  }

  async send(body: FormData) {
    const { method, address } = this.#sentTo;
    const init = { method, headers: this.#headers, body, signal: this.#control.signal };
    const response = await this.respond(address, init).catch(() => null);
    if (!response) {
      this.dispatchEvent(new Event('error'));
      return;
    }
    this.status = response.status;
    this.responseText = await response.text();
    this.#received = response.headers;
    this.dispatchEvent(new Event('load'));
  }
}

/**
 * Responds to calls such as `'POST /login'`. A call without a handler fails the test. Returns the recorded requests.
 */
export function serve(handlers: Record<string, Handler>): FakeRequest[] {
  const asked: FakeRequest[] = [];
  const respond = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://afterhours.test');
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
    const call: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api', ''),
      search: url.searchParams,
      body,
      headers: new Headers(init.headers),
    };
    asked.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    if (handler === undefined) throw new Error(`No response for ${call.method} ${call.path}`);
    const response = typeof handler === 'function' ? await untilAborted(handler(call), init.signal) : handler;
    if (response === 'unreachable') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body), {
      status: response.status ?? 200,
      headers: response.headers ?? {},
    });
  };
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      respond = respond;
    },
  );
  return asked;
}

/** A promise that the test resolves, to check what is shown in the meantime. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
