import { describe, expect, it } from 'vitest';
import { createMemberCache } from './member-cache.ts';

/** A member cache with links that a test can cut, and broadcasts that it can send and receive. */
function build() {
  const received = new Map<string, (payload: never) => void>();
  const changes: (() => void)[] = [];
  const said: unknown[] = [];
  const state = { reliable: true, weak: false };
  const memory = createMemberCache({
    dbNotifications: {
      on: (channel: string, handler: (payload: never) => void) => void received.set(channel, handler),
      onGap: (handler: () => void) => void changes.push(handler),
      get reliable() {
        return state.reliable;
      },
    } as never,
    linkStatus: {
      onChange: (handler: () => void) => void changes.push(handler),
      get weak() {
        return state.weak;
      },
    } as never,
    channels: {
      onBroadcast: ({ name }: { name: string }, handler: (payload: never) => void) => void received.set(name, handler),
      broadcast: (_news: unknown, audience: unknown, payload: unknown) => void said.push([audience, payload]),
    } as never,
  });
  return {
    memory,
    state,
    said,
    changes,
    receive: (name: string, payload: unknown) => received.get(name)?.(payload as never),
  };
}

const options = { ms: 10_000, kept: 3, weigh: () => 1 };

describe('The cache of a member', () => {
  it('is dropped when they write, here and everywhere', async () => {
    const { memory, said, receive } = build();
    const marks = memory.create<string>(options);
    for (const drop of [
      () => memory.written('ana'),
      () => receive('member-wrote', { userId: 'ana' }),
      () => receive('member_changed', 'ana'),
    ]) {
      await marks.load('ana', async () => 'old');
      await marks.load('ben', async () => 'his');
      expect(marks.find('ana')).toBe('old');
      drop();
      expect([marks.find('ana'), marks.find('ben')]).toEqual([null, 'his']);
    }
    expect(said).toEqual([['others', { userId: 'ana' }]]);
  });

  it('never holds a value loaded before a concurrent write, whoever else was loading', async () => {
    const { memory } = build();
    const marks = memory.create<string>(options);
    const [early, late] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const readings = [marks.load('ana', () => early.promise), marks.load('ana', () => late.promise)];
    early.resolve('before');
    await readings[0];
    expect(marks.find('ana')).toBe('before');
    memory.written('ana');
    late.resolve('before');
    await readings[1];
    expect(marks.find('ana')).toBeNull();
  });

  it('is unused while broadcasts may be lost, and starts empty after that', async () => {
    const { memory, state, changes } = build();
    const marks = memory.create<string>(options);
    for (const cut of [{ reliable: false }, { weak: true }]) {
      await marks.load('ana', async () => 'old');
      Object.assign(state, cut);
      expect(marks.find('ana')).toBeNull();
      await marks.load('ana', async () => 'newer');
      Object.assign(state, { reliable: true, weak: false });
      for (const changed of changes) changed();
      expect(marks.find('ana')).toBeNull();
    }
  });

  it('keeps within its size: the least recently loaded entry is dropped first', async () => {
    const { memory } = build();
    const marks = memory.create<string>(options);
    for (const name of ['ana', 'ben', 'cleo', 'dora']) await marks.load(name, async () => name);
    expect(['ana', 'ben', 'cleo', 'dora'].map((name) => marks.find(name))).toEqual([null, 'ben', 'cleo', 'dora']);
  });
});
