/**
 * What a search finds for everybody, kept for a moment: the same words are looked for by many, and by one member page
 * after page. Readings under way are shared, too.
 */
export type SharedLists<V> = {
  /** What is kept under a name, or what `read` gives, which is then kept; it hears what was kept until then, or null. */
  find(name: string, read: (known: V | null) => Promise<V>): Promise<V>;
  clear(): void;
};

export function createSharedLists<V>({ ms, kept }: { ms: number; kept: number }): SharedLists<V> {
  const held = new Map<string, { value: Promise<V>; until: number }>();
  return {
    find(name, read) {
      const known = held.get(name);
      if (known && known.until > Date.now()) return known.value;
      const value = (known?.value ?? Promise.resolve(null)).catch(() => null).then(read);
      const entry = { value, until: Date.now() + ms };
      held.delete(name);
      held.set(name, entry);
      for (const oldest of held.keys()) {
        if (held.size <= kept) break;
        held.delete(oldest);
      }
      value.catch(() => {
        if (held.get(name) === entry) held.delete(name);
      });
      return value;
    },
    clear: () => held.clear(),
  };
}
