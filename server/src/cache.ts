/**
 * The only kind of cache: values by key, for a limited time, dropping the least recently used first. Callers that
 * request a key while it loads share the load. A value whose key is dropped while it loads still reaches them, but is
 * not cached.
 */
import { LRUCache } from 'lru-cache';

export type Cache<V> = {
  /**
   * Returns the cached value, or the one that `load` returns. Rejects if `load` does; nothing is cached in that case.
   */
  fetch(key: string, load: () => Promise<V>): Promise<V>;
  /** Returns the values that exist, by key. Missing ones are loaded together, by a single call of `load`. */
  fetchMany(keys: readonly string[], load: (missing: string[]) => Promise<Map<string, V>>): Promise<Map<string, V>>;
  drop(key: string): void;
  dropWhere(test: (value: V) => boolean): void;
  clear(): void;
};

type Options<V> = {
  ttlMs: () => number;
  /** The number of values or, with `sizeOf`, their total size. */
  size: number;
  sizeOf?: (value: V) => number;
};

type Load<V> = () => Promise<V | undefined>;

/**
 * `lru-cache` rejects a load that found nothing with one of these messages if its key was dropped in the meantime,
 * since it has nothing to return. The callers requested the key before the drop, so for them the value does not exist.
 */
const DROPPED = new Set(['deleted', 'evicted', 'replaced']);

function ignoreDropped(error: unknown): undefined {
  if (!(error instanceof Error && DROPPED.has(error.message))) throw error;
}

export function createCache<V extends object>({ ttlMs, size, sizeOf }: Options<V>): Cache<V> {
  const lru = new LRUCache<string, V, Load<V>>({
    ...(sizeOf ? { maxSize: size, sizeCalculation: sizeOf } : { max: size }),
    // A drop does not abort the load: its callers requested the key before.
    ignoreFetchAbort: true,
    fetchMethod(_key, _stale, { options, context }) {
      options.ttl = ttlMs();
      return context();
    },
  });

  const byKey = (keys: readonly string[], values: readonly (V | undefined)[]): Map<string, V> =>
    new Map(keys.flatMap((key, index) => (values[index] ? [[key, values[index]]] : [])));

  return {
    fetch: (key, load) => lru.forceFetch(key, { context: load }),
    async fetchMany(keys, load) {
      const cached = keys.map((key) => lru.get(key));
      if (cached.every((value) => value !== undefined)) return byKey(keys, cached);
      const missing: string[] = [];
      // Starts once each key has recorded whether it is missing.
      const loaded = Promise.resolve().then(() => (missing.length > 0 ? load(missing) : new Map<string, V>()));
      const loaderOf = (key: string) => async () => {
        missing.push(key);
        return (await loaded).get(key);
      };
      const fetchOne = (key: string) => lru.fetch(key, { context: loaderOf(key) }).catch(ignoreDropped);
      return byKey(keys, await Promise.all(keys.map(fetchOne)));
    },
    drop: (key) => void lru.delete(key),
    dropWhere(test) {
      for (const [key, value] of lru.entries()) if (test(value)) lru.delete(key);
    },
    clear: () => lru.clear(),
  };
}
