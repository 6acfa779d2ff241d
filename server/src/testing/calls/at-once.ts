import { expect } from 'vitest';

type CallOutcome = { ok: boolean; status: number };

/** Makes a call, and makes it again while the server is too busy, as browsers do. */
export async function untilNotBusy<Outcome extends CallOutcome>(call: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    const response = await call();
    if (response.ok || response.status !== 503) return response;
  }
}

/**
 * Makes one concurrent call per item. On a busy machine, calls that wait for the same row may wait longer for a
 * connection than allowed: these are rejected as busy, without any effect, and are made again.
 */
export async function callAtOnce<Item>(
  all: readonly Item[],
  call: (item: Item) => Promise<CallOutcome>,
): Promise<void> {
  let waiting = all;
  while (waiting.length > 0) {
    const responses = await Promise.all(waiting.map(call));
    expect(responses.filter(({ ok, status }) => !ok && status !== 503)).toEqual([]);
    const refused = waiting.filter((_one, at) => !responses[at]?.ok);
    expect(refused.length).toBeLessThan(waiting.length);
    waiting = refused;
  }
}
