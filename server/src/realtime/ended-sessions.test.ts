import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { RevokedSession, Sessions } from '#http/gate/sessions.ts';
import { closeEndedSessions } from './ended-sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('The sockets of sessions whose end was missed are closed, with retries until it succeeds', async () => {
  let gap: () => void = () => undefined;
  const line = { reliable: false };
  const dbNotifications = Object.assign(line, {
    onGap: (handler: () => void) => (gap = handler),
  }) as unknown as DbNotifications;
  const revoked: RevokedSession[] = [
    { sessionId: 'first', reason: 'limited' },
    { sessionId: 'second', reason: 'ended' },
  ];
  const responses = [Promise.reject(new Error('the database is away')), Promise.resolve(revoked)];
  for (const response of responses) response.catch(() => undefined);
  const listRevoked = vi.fn<Sessions['listRevoked']>(() => responses.shift() ?? Promise.resolve([]));
  const closed: RevokedSession[] = [];
  closeEndedSessions(
    dbNotifications,
    { listRevoked },
    { listSessions: () => ['first', 'second'], endSession: (sessionId, reason) => closed.push({ sessionId, reason }) },
  );

  await vi.advanceTimersByTimeAsync(10_000);
  expect(listRevoked).not.toHaveBeenCalled();
  gap();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(listRevoked).not.toHaveBeenCalled();
  // The end of a gap is reported, too.
  gap();
  line.reliable = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(listRevoked).toHaveBeenCalledTimes(2);
  expect(listRevoked).toHaveBeenCalledWith(['first', 'second']);
  expect(closed).toEqual(revoked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listRevoked).toHaveBeenCalledTimes(2);
});
