import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

type Value = { name: string };
const create = () => createCache<Value>({ ttlMs: () => 60_000, size: 10 });

/** Returns a load that waits until it is released. */
function held(found: ReadonlyMap<string, Value>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const load = async (missing: string[]) => {
    await released;
    return new Map(missing.flatMap((key) => (found.has(key) ? [[key, found.get(key) as Value]] : [])));
  };
  return { load, release };
}

it.each(['cleared', 'dropped'])(
  'A cache that is %s during a load returns the loaded values to earlier callers, and keeps nothing',
  async (how) => {
    const cache = create();
    const { load, release } = held(new Map([['a', { name: 'a' }]]));
    const loaded = cache.fetchMany(['a', 'gone'], load);
    await Promise.resolve();
    if (how === 'cleared') cache.clear();
    else for (const key of ['a', 'gone']) cache.drop(key);
    release();
    expect(await loaded).toEqual(new Map([['a', { name: 'a' }]]));
    expect(await cache.fetch('a', async () => ({ name: 'anew' }))).toEqual({ name: 'anew' });
  },
);

it('A cache that is cleared during a load returns the loaded value to earlier callers, and keeps nothing', async () => {
  const cache = create();
  const { promise, resolve } = Promise.withResolvers<Value>();
  const loaded = cache.fetch('a', () => promise);
  cache.clear();
  const loadedLater = cache.fetch('a', async () => ({ name: 'later' }));
  resolve({ name: 'early' });
  expect([await loaded, await loadedLater]).toEqual([{ name: 'early' }, { name: 'later' }]);
  expect(await cache.fetch('a', async () => ({ name: 'anew' }))).toEqual({ name: 'later' });
});

it('A failed load fails for all callers who share it, and the next call loads again', async () => {
  const cache = create();
  const failing = () => Promise.reject(new Error('away'));
  const both = [cache.fetchMany(['a'], failing), cache.fetchMany(['a'], failing)];
  for (const one of both) await expect(one).rejects.toThrow('away');
  expect(await cache.fetch('a', async () => ({ name: 'a' }))).toEqual({ name: 'a' });
});

it('A load that finds nothing is repeated by the next call', async () => {
  const cache = create();
  expect(await cache.fetch('a', async () => undefined)).toBeUndefined();
  expect(await cache.fetch('a', async () => ({ name: 'found' }))).toEqual({ name: 'found' });
});
