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

/**
 * Responds to calls such as `'POST /login'`. A call without a handler fails the test. Returns the recorded requests.
 */
export function serve(handlers: Record<string, Handler>): FakeRequest[] {
  const asked: FakeRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
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
    const response = typeof handler === 'function' ? await handler(call) : handler;
    if (response === 'unreachable') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body), {
      status: response.status ?? 200,
      headers: response.headers ?? {},
    });
  });
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
