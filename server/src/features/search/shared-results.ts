/**
 * What a search finds for everybody, kept for a moment: the same words are looked for by many, and by one member page
 * after page. Readings under way are shared, too.
 */
export type SharedResults<V> = {
  /** What is kept under a name, or what `read` gives, which is then kept; it hears what was kept until then, or null. */
  find(name: string, read: (known: V | null) => Promise<V>): Promise<V>;
  clear(): void;
};

type Held<V> = { value: Promise<V>; until: number; isRenewing: boolean };

/** Lists are fresh for `ms`. For as long again as `late` they are given while they are read anew: nobody waits for that. */
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
      // Whoever asks next reads for themselves, and hears why it fails.
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
