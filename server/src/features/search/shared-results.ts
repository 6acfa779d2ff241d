/**
 * Caches what a search finds for everyone: many members search for the same words, and one member requests page after
 * page. Pending loads are shared, too.
 */
export type SharedResults<V> = {
  /**
   * Returns the cached value of a name, or that of `read`, which is then cached; `read` receives the earlier value, or
   * null.
   */
  find(name: string, read: (known: V | null) => Promise<V>): Promise<V>;
  clear(): void;
};

type Held<V> = { value: Promise<V>; until: number; isRenewing: boolean };

/**
 * Values are fresh for `ms`. For another `late` ms they are served while they are loaded again, so that nobody waits.
 */
export function createSharedResults<V>({
  ms,
  late,
  kept,
}: {
  ms: number;
  late: number;
  kept: number;
}): SharedResults<V> {
  const held = new Map<string, Held<V>>();

  function keep(name: string, value: Promise<V>): void {
    const entry = { value, until: Date.now() + ms, isRenewing: false };
    held.delete(name);
    held.set(name, entry);
    for (const oldest of held.keys()) {
      if (held.size <= kept) break;
      held.delete(oldest);
    }
    value.catch(() => {
      if (held.get(name) === entry) held.delete(name);
    });
  }

  function renew(name: string, known: Held<V>, read: (known: V | null) => Promise<V>): void {
    if (known.isRenewing) return;
    known.isRenewing = true;
    known.value.then(read).then(
      (value) => {
        if (held.get(name) === known) keep(name, Promise.resolve(value));
      },
      // The next caller loads the value, and receives the error.
      () => {
        if (held.get(name) === known) held.delete(name);
      },
    );
  }

  return {
    find(name, read) {
      const known = held.get(name);
      const now = Date.now();
      if (known && known.until > now) return known.value;
      if (known && known.until + late > now) {
        renew(name, known, read);
        return known.value;
      }
      const value = (known?.value ?? Promise.resolve(null)).catch(() => null).then(read);
      keep(name, value);
      return value;
    },
    clear: () => held.clear(),
  };
}
