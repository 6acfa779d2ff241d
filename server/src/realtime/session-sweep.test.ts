import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { Sessions, ShutSession } from '#http/gate/sessions.ts';
import { sweepSessions } from './session-sweep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('The session sweep closes sockets of sessions whose end was missed, and retries until it succeeds', async () => {
  let gap: () => void = () => undefined;
  const line = { reliable: false };
  const dbNotifications = Object.assign(line, {
    onGap: (handler: () => void) => (gap = handler),
  }) as unknown as DbNotifications;
  const shut: ShutSession[] = [
    { sessionId: 'first', how: 'limited' },
    { sessionId: 'second', how: 'ended' },
  ];
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(shut)];
  for (const answer of answers) answer.catch(() => undefined);
  const listShut = vi.fn<Sessions['listShut']>(() => answers.shift() ?? Promise.resolve([]));
  const closed: ShutSession[] = [];
  sweepSessions(
    dbNotifications,
    { listShut },
    { listSessions: () => ['first', 'second'], endSession: (sessionId, how) => closed.push({ sessionId, how }) },
  );

  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShut).not.toHaveBeenCalled();
  gap();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(listShut).not.toHaveBeenCalled();
  line.reliable = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(listShut).toHaveBeenCalledTimes(2);
  expect(listShut).toHaveBeenCalledWith(['first', 'second']);
  expect(closed).toEqual(shut);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listShut).toHaveBeenCalledTimes(2);
});
