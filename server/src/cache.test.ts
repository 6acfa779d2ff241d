import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

type Value = { name: string };
const create = () => createCache<Value>({ ttlMs: () => 60_000, size: 10 });

/** A load that waits until it is let go. */
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
  'A cache that is %s while values load gives what was found to those who asked, and keeps nothing',
  async (how) => {
    const cache = create();
    const { load, release } = held(new Map([['a', { name: 'a' }]]));
    const asked = cache.fetchMany(['a', 'gone'], load);
    await Promise.resolve();
    if (how === 'cleared') cache.clear();
    else for (const key of ['a', 'gone']) cache.drop(key);
    release();
    expect(await asked).toEqual(new Map([['a', { name: 'a' }]]));
    expect(await cache.fetch('a', async () => ({ name: 'anew' }))).toEqual({ name: 'anew' });
  },
);

it('A cache that is cleared while one value loads gives it to those who asked, and keeps nothing', async () => {
  const cache = create();
  const { promise, resolve } = Promise.withResolvers<Value>();
  const asked = cache.fetch('a', () => promise);
  cache.clear();
  const askedLater = cache.fetch('a', async () => ({ name: 'later' }));
  resolve({ name: 'early' });
  expect([await asked, await askedLater]).toEqual([{ name: 'early' }, { name: 'later' }]);
  expect(await cache.fetch('a', async () => ({ name: 'anew' }))).toEqual({ name: 'later' });
});

it('A load that fails fails for all who share it, and the next one is tried anew', async () => {
  const cache = create();
  const failing = () => Promise.reject(new Error('away'));
  const both = [cache.fetchMany(['a'], failing), cache.fetchMany(['a'], failing)];
  for (const one of both) await expect(one).rejects.toThrow('away');
  expect(await cache.fetch('a', async () => ({ name: 'a' }))).toEqual({ name: 'a' });
});
