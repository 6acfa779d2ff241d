/** A seeded random number generator: the same seed gives the same numbers on any machine. Not for secrets. */

export type Random = {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns an index below `length`. With a power above 1, small ones are more frequent. */
  skewed(length: number, power: number): number;
  /** Returns a count with this mean: most are below it, and a few far above. */
  count(mean: number): number;
  /** Returns `size` different indices below `length`. With a power above 1, small ones are more frequent. */
  sample(length: number, size: number, power?: number): number[];
  /** Returns a UUIDv7 of a time (ms since 1970), so that generated rows sort by time as real ones do. */
  idAt(time: number): string;
  /** Returns an independent generator. The same name gives the same one, regardless of earlier draws. */
  fork(name: string): Random;
};

/** Hashes a text to four 32-bit words (cyrb128). */
function hashText(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

/** Creates an sfc32 generator: small, fast, and random enough for generated data. */
function createWords(seed: string): () => number {
  let [a, b, c, d] = hashText(seed);
  const word = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) word();
  return word;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

export function createRandom(seed: string): Random {
  const word = createWords(seed);
  const next = (): number => word() / 4_294_967_296;
  const skewed = (length: number, power: number): number =>
    Math.min(length - 1, Math.floor(length * (power === 1 ? next() : next() ** power)));
  return {
    next,
    skewed,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    count: (mean) => Math.floor(-Math.log(1 - next()) * mean + 0.5),
    sample(length, size, power = 1) {
      const chosen = new Set<number>();
      // Skewed draws often repeat themselves, so after a while the rest is drawn evenly.
      for (let tries = 0; chosen.size < Math.min(size, length); tries++)
        chosen.add(skewed(length, tries < size * 4 ? power : 1));
      return [...chosen];
    },
    idAt(time) {
      const stamp = hex(Math.floor(time), 12);
      const low = word();
      const [third, fourth] = [`7${hex(word() >>> 20, 3)}`, hex(0x8000 | (low & 0x3fff), 4)];
      return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${third}-${fourth}-${hex(low >>> 16, 4)}${hex(word(), 8)}`;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
