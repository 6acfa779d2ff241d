import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DbNotifications } from '#db/db-notifications.ts';
import { sweepSessions } from './session-sweep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('The session sweep closes sockets of sessions whose end was missed, and retries until it can', async () => {
  let gap: () => void = () => undefined;
  const line = { reliable: false };
  const dbNotifications = Object.assign(line, {
    onGap: (handler: () => void) => (gap = handler),
  }) as unknown as DbNotifications;
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(['second'])];
  for (const answer of answers) answer.catch(() => undefined);
  const listEnded = vi.fn<(ids: readonly string[]) => Promise<string[]>>(() => answers.shift() ?? Promise.resolve([]));
  const ended: string[] = [];
  sweepSessions(
    dbNotifications,
    { listEnded },
    { listSessions: () => ['first', 'second'], endSession: (id) => ended.push(id) },
  );

  await vi.advanceTimersByTimeAsync(10_000);
  expect(listEnded).not.toHaveBeenCalled();
  gap();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(listEnded).not.toHaveBeenCalled();
  line.reliable = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(listEnded).toHaveBeenCalledTimes(2);
  expect(listEnded).toHaveBeenCalledWith(['first', 'second']);
  expect(ended).toEqual(['second']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listEnded).toHaveBeenCalledTimes(2);
});
