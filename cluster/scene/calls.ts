/** The members' calls through the balancer, with a tally of every response. */
import { setTimeout as delay } from 'node:timers/promises';

export type ApiResponse = { status: number; body: unknown; servedBy: string | null };

/** The connection broke before a response. It is unknown whether the call took effect. */
export class NoResponse extends Error {}

const TIMEOUT_MS = 20_000;
const RETRY_MS = 300;

/** A call and its result; status 0 if there was no response. */
export type CallRecord = {
  path: string;
  method: string;
  at: number;
  ms: number;
  status: number;
  retryAfter: string | null;
};

export type Tally = {
  /** The number of responses by status; 0 stands for calls without a response. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Responses that no caller should get, as text: 5xx other than 503 with Retry-After. */
  readonly problems: readonly string[];
  /** Returns the calls that failed since a moment, as text. */
  failuresSince(moment: number): string[];
  /** Returns the calls that began and ended between two moments. */
  between(from: number, until: number): CallRecord[];
};

type CallOptions = {
  method?: string;
  token?: string;
  address?: string;
  json?: object;
  form?: () => FormData;
  key?: string;
};

export type Caller = { call(path: string, options?: CallOptions): Promise<ApiResponse>; tally: Tally };

function headersOf({ token, address, json, key }: CallOptions): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // Each member has a separate address, as reported by a load balancer.
    ...(address ? { 'x-forwarded-for': address } : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
}

export function createCaller(origin: string): Caller {
  const byStatus = new Map<number, number>();
  const problems: string[] = [];
  const failures: { at: number; text: string }[] = [];
  const records: CallRecord[] = [];

  function record(call: CallRecord): void {
    const { path, status, retryAfter } = call;
    records.push(call);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const text = `${status || 'no response'} for ${path}`;
    if (status === 0 || status >= 500) failures.push({ at: call.at + call.ms, text });
    if (status >= 500 && (status !== 503 || retryAfter === null)) problems.push(text);
  }

  return {
    tally: {
      byStatus,
      problems,
      failuresSince: (moment) => failures.filter(({ at }) => at >= moment).map(({ text }) => text),
      between: (from, until) => records.filter(({ at, ms }) => at >= from && at + ms <= until),
    },
    async call(path, options = {}) {
      const body = options.form ? options.form() : options.json ? JSON.stringify(options.json) : null;
      const method = options.method ?? (body === null ? 'GET' : 'POST');
      const at = Date.now();
      const finish = (status: number, retryAfter: string | null) =>
        record({ path, method, at, ms: Date.now() - at, status, retryAfter });
      try {
        const response = await fetch(`${origin}/api${path}`, {
          method,
          headers: headersOf(options),
          ...(body === null ? {} : { body }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const text = await response.text();
        finish(response.status, response.headers.get('retry-after'));
        return {
          status: response.status,
          body: text === '' ? null : (JSON.parse(text) as { body?: unknown }).body,
          servedBy: response.headers.get('x-served-by'),
        };
      } catch (error) {
        finish(0, null);
        throw new NoResponse(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** Retries a call until it succeeds; returns null after the deadline. Throws if the call is refused. */
export async function retryUntilAccepted(
  deadline: number,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse | null> {
  for (;;) {
    const response = await send().catch((error: unknown) => {
      if (error instanceof NoResponse) return null;
      throw error;
    });
    if (response?.status === 200) return response;
    // 409: the first call with this key may still be running on a node that was cut off.
    if (response && response.status !== 503 && response.status !== 409 && response.status !== 429)
      throw new Error(`refused with ${response.status}`);
    if (Date.now() > deadline) return null;
    await delay(RETRY_MS);
  }
}
