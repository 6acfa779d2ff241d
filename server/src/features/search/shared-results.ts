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

type Entry<V> = { value: Promise<V>; until: number; isRenewing: boolean };
type Lifetime = { ms: number; late: number; kept: number };

/** Entries by name; the oldest are dropped beyond `kept`, and those that fail at once. */
class Results<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #lifetime: Lifetime;

  constructor(lifetime: Lifetime) {
    this.#lifetime = lifetime;
  }

  get(name: string): Entry<V> | undefined {
    return this.#entries.get(name);
  }

  clear(): void {
    this.#entries.clear();
  }

  drop(name: string, entry: Entry<V>): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }

  keep(name: string, value: Promise<V>): void {
    const entry = { value, until: Date.now() + this.#lifetime.ms, isRenewing: false };
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#lifetime.kept) break;
      this.#entries.delete(oldest);
    }
    value.catch(() => this.drop(name, entry));
  }
}

/**
 * Values are fresh for `ms`. For another `late` ms they are served while they are loaded again, so that nobody waits.
 */
export function createSharedResults<V>(lifetime: Lifetime): SharedResults<V> {
  const results = new Results<V>(lifetime);

  function renew(name: string, known: Entry<V>, read: (known: V | null) => Promise<V>): void {
    if (known.isRenewing) return;
    known.isRenewing = true;
    known.value.then(read).then(
      (value) => {
        if (results.get(name) === known) results.keep(name, Promise.resolve(value));
      },
      // The next caller loads the value, and receives the error.
      () => results.drop(name, known),
    );
  }

  return {
    find(name, read) {
      const known = results.get(name);
      const now = Date.now();
      if (known && known.until > now) return known.value;
      if (known && known.until + lifetime.late > now) {
        renew(name, known, read);
        return known.value;
      }
      const value = (known?.value ?? Promise.resolve(null)).catch(() => null).then(read);
      results.keep(name, value);
      return value;
    },
    clear: () => results.clear(),
  };
}
