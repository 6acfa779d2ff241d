/**
 * Caches for a moment the first letters of the words of a viewer's relationships, so that a search checks only those
 * who may match, not hundreds. A member whom the viewer follows is included at once, because the viewer's own writes
 * drop the cache; a member who is renamed, or accepts the viewer's invitation, a moment later.
 */
import type { Services } from '#services.ts';
import type { Sought } from '../words.ts';
import { type KnownRelationship, selectRelationships } from './people-queries.ts';

const CACHE_MS = 20_000;
/** The cached relationships of all viewers. */
const KEPT = 200_000;
/** This many letters of a word are used; a shorter word cannot be excluded. */
const LETTERS = 3;
/** The bytes of one relationship: its id, then its filter bits. A word sets one of them. */
const ID_BYTES = 16;
const FILTER_BYTES = 16;
const ENTRY_BYTES = ID_BYTES + FILTER_BYTES;

export type Ties = {
  /** Returns the ids of the members who may have all the words. */
  having(sought: Sought): string[];
};

/** Returns the index of the filter bit for the beginning of a word. */
function filterBitOf(word: string): number {
  let bit = 0;
  for (let place = 0; place < LETTERS; place++) bit = Math.imul(bit ^ word.charCodeAt(place), 0x01000193);
  return ((bit >>> 16) ^ bit) & (FILTER_BYTES * 8 - 1);
}

function toBytes(relationships: readonly KnownRelationship[]): Buffer {
  const bytes = Buffer.alloc(relationships.length * ENTRY_BYTES);
  for (const [place, { id, words }] of relationships.entries()) {
    const start = place * ENTRY_BYTES;
    bytes.write(id.replaceAll('-', ''), start, 'hex');
    for (const word of words.split(' ')) {
      if (word.length < LETTERS) continue;
      const bit = filterBitOf(word);
      const at = start + ID_BYTES + (bit >>> 3);
      bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7));
    }
  }
  return bytes;
}

/** Each word may match itself, or a similar word. */
function sieve(bytes: Buffer, { alternatives }: Sought): string[] {
  const wanted = alternatives
    .filter((words) => words.every(({ length }) => length >= LETTERS))
    .map((words) => words.map(filterBitOf));
  const found: string[] = [];
  for (let start = 0; start < bytes.length; start += ENTRY_BYTES) {
    const has = (bit: number): boolean => (((bytes[start + ID_BYTES + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1) === 1;
    if (wanted.every((any) => any.some(has))) found.push(bytes.toString('hex', start, start + ID_BYTES));
  }
  return found;
}

/** Returns a function that loads a viewer's relationships. */
export function createRelationships({ readsNow, memberCache }: Services) {
  const cache = memberCache.create<Buffer>({
    ms: CACHE_MS,
    kept: KEPT,
    weigh: ({ length }) => 1 + length / ENTRY_BYTES,
  });
  return async (viewerId: string): Promise<Ties> => {
    const read = async () => toBytes(await selectRelationships(readsNow, { viewerId }));
    const bytes = cache.find(viewerId) ?? (await cache.load(viewerId, read));
    return { having: (sought) => sieve(bytes, sought) };
  };
}
