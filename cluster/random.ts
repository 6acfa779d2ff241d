/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
export type Random = {
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
};

/** Mulberry32: small, and even enough to choose actions and failures. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
    shuffle<T>(list: readonly T[]): T[] {
      return list
        .map((item) => ({ item, key: next() }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ item }) => item);
    },
  };
}
