import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Events } from '#db/events.ts';
import { postTouched } from './touched.ts';
import { createTouchedEverywhere } from './touched-everywhere.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A change of a post is broadcast at once, and those right after it together', async () => {
  const events = new Events((error) => {
    throw error;
  });
  const sent: unknown[] = [];
  createTouchedEverywhere({
    events,
    channels: { broadcast: (_type, _target, payload) => void sent.push(payload), onBroadcast: () => undefined },
    linkStatus: { onChange: () => undefined },
  });
  const touch = (postId: string) => events.runAfter([{ event: postTouched, payload: { postId } }]);
  await touch('a');
  expect(sent).toEqual([{ postIds: ['a'] }]);
  for (const id of ['b', 'c', 'b']) await touch(id);
  expect(sent).toHaveLength(1);
  vi.runAllTimers();
  expect(sent.slice(1)).toEqual([{ postIds: ['b', 'c'] }]);
  await touch('d');
  expect(sent.slice(2)).toEqual([{ postIds: ['d'] }]);
});
