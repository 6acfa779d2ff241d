import { expect } from 'vitest';

type Answer = { ok: boolean; status: number };

/**
 * Makes a call for each of these at once. Where they wait for each other at one row of a busy machine, some wait longer
 * than a call may for a connection: these are refused as busy, with nothing done, and are made again.
 */
export async function callAtOnce<One>(all: readonly One[], call: (one: One) => Promise<Answer>): Promise<void> {
  let waiting = all;
  while (waiting.length > 0) {
    const answers = await Promise.all(waiting.map(call));
    expect(answers.filter(({ ok, status }) => !ok && status !== 503)).toEqual([]);
    const refused = waiting.filter((_one, at) => !answers[at]?.ok);
    expect(refused.length).toBeLessThan(waiting.length);
    waiting = refused;
  }
}
