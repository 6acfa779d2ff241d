/**
 * The cache of everything but sessions (`http/gate/sessions.ts`): values by key, for a limited time, dropping the least
 * recently used first. Callers that request a key while it loads share the load. A value whose key is dropped while it
 * loads still reaches them, but is not cached.
 */
import { LRUCache } from 'lru-cache';

type Options<V> = {
  ttlMs: () => number;
  /** The number of values or, with `sizeOf`, their total size. */
  size: number;
  sizeOf?: (value: V) => number;
};

/**
 * `lru-cache` rejects a load that found nothing with one of these messages if its key was dropped in the meantime,
 * since it has nothing to return. The callers requested the key before the drop, so for them the value does not exist.
 */
const DROPPED = new Set(['deleted', 'evicted', 'replaced']);

function ignoreDropped(error: unknown): undefined {
  if (!(error instanceof Error && DROPPED.has(error.message))) throw error;
}

export function createCache<V extends object | string>({ ttlMs, size, sizeOf }: Options<V>) {
  const lru = new LRUCache<string, V, () => Promise<V | undefined>>({
    ...(sizeOf ? { maxSize: size, sizeCalculation: sizeOf } : { max: size }),
    // A drop does not abort the load: its callers requested the key before.
    ignoreFetchAbort: true,
    fetchMethod(_key, _stale, { options, context: load }) {
      options.ttl = ttlMs();
      return load();
    },
  });

  /**
   * Returns the cached value, or what `load` returns; undefined is not cached. Rejects if `load` does, and caches
   * nothing.
   */
  const fetch = <R extends V | undefined>(key: string, load: () => Promise<R>) =>
    lru.fetch(key, { context: load }).catch(ignoreDropped) as Promise<R | V>;

  return {
    fetch,
    /** Returns the values that exist, by key. Missing ones are loaded together, by a single call of `load`. */
    async fetchMany(keys: readonly string[], load: (missing: string[]) => Promise<Map<string, V>>) {
      const missing: string[] = [];
      // Starts once each key has recorded whether it is missing.
      const loaded = Promise.resolve().then(() => (missing.length > 0 ? load(missing) : new Map<string, V>()));
      const loadOne = async (key: string) => {
        missing.push(key);
        return (await loaded).get(key);
      };
      const values = await Promise.all(keys.map((key) => fetch(key, () => loadOne(key))));
      return new Map(keys.flatMap((key, index) => (values[index] ? [[key, values[index]]] : [])));
    },
    drop: (key: string): void => void lru.delete(key),
    dropWhere(test: (value: V) => boolean): void {
      for (const [key, value] of lru.entries()) if (test(value)) lru.delete(key);
    },
    clear: (): void => lru.clear(),
  };
}
