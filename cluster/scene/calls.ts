/** Calls of members through the balancer, with a tally of every answer. */
import { setTimeout as delay } from 'node:timers/promises';

export type Answer = { status: number; body: unknown; servedBy: string | null };

/** No answer at all: the connection broke. It is unknown whether the call was done. */
export class NoAnswer extends Error {}

const PATIENCE_MS = 20_000;

/** A call and its result; status 0 when there was none. */
export type Noted = { path: string; method: string; at: number; ms: number; status: number; retryAfter: string | null };

export type Tally = {
  /** Answers by status; 0 for calls without one. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Answers that no caller should get: their status and call. */
  readonly faults: readonly string[];
  /** The failed calls since a moment, as text. */
  failuresSince(moment: number): string[];
  /** The number of calls that began and ended between two moments. */
  between(from: number, until: number): Noted[];
};

type Sent = { method?: string; token?: string; address?: string; json?: object; form?: () => FormData; key?: string };

export type Caller = { call(path: string, sent?: Sent): Promise<Answer>; tally: Tally };

function headersOf({ token, address, json, key }: Sent): Record<string, string> {
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
  const faults: string[] = [];
  const failures: { at: number; text: string }[] = [];
  const noted: Noted[] = [];

  function note(call: Noted): void {
    const { path, status, retryAfter } = call;
    noted.push(call);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    const text = `${status || 'no answer'} for ${path}`;
    if (status === 0 || status >= 500) failures.push({ at: call.at + call.ms, text });
    if (status >= 500 && (status !== 503 || retryAfter === null)) faults.push(text);
  }

  return {
    tally: {
      byStatus,
      faults,
      failuresSince: (moment) => failures.filter(({ at }) => at >= moment).map(({ text }) => text),
      between: (from, until) => noted.filter(({ at, ms }) => at >= from && at + ms <= until),
    },
    async call(path, sent = {}) {
      const body = sent.form ? sent.form() : sent.json ? JSON.stringify(sent.json) : null;
      const method = sent.method ?? (body === null ? 'GET' : 'POST');
      const at = Date.now();
      const tell = (status: number, retryAfter: string | null) =>
        note({ path, method, at, ms: Date.now() - at, status, retryAfter });
      try {
        const response = await fetch(`${origin}/api${path}`, {
          method,
          headers: headersOf(sent),
          ...(body === null ? {} : { body }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const text = await response.text();
        tell(response.status, response.headers.get('retry-after'));
        return {
          status: response.status,
          body: text === '' ? null : (JSON.parse(text) as { body?: unknown }).body,
          servedBy: response.headers.get('x-served-by'),
        };
      } catch (error) {
        tell(0, null);
        throw new NoAnswer(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** Retries until a call succeeds; returns null when that takes too long. Throws on refusals. */
export async function insist(deadline: number, ask: () => Promise<Answer>): Promise<Answer | null> {
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof NoAnswer) return null;
      throw error;
    });
    if (answer?.status === 200) return answer;
    // 409: the first call with this key may still be running on a node that was cut off.
    if (answer && answer.status !== 503 && answer.status !== 409 && answer.status !== 429)
      throw new Error(`refused with ${answer.status}`);
    if (Date.now() > deadline) return null;
    await delay(150);
  }
}
