/**
 * With which letters the words of a viewer's ties begin, remembered for a moment: a search looks only at those who may
 * have what is looked for, not at hundreds. Whom the viewer follows is among them at once, as their own writes make it
 * forgotten; who is renamed, or accepts the viewer's invitation, a moment later.
 */
import type { Services } from '#services.ts';
import type { Sought } from '../words.ts';
import { type KnownRelationship, selectRelationships } from './people-queries.ts';

const REMEMBERED_MS = 20_000;
/** Ties of all viewers. */
const KEPT = 200_000;
/** So many letters of a word are looked at; of a shorter one nothing can be said. */
const LETTERS = 3;
/** Bytes of one tie: its id, then its marks. A word sets one of them. */
const ID_BYTES = 16;
const MARK_BYTES = 16;
const TIE_BYTES = ID_BYTES + MARK_BYTES;

export type Ties = {
  /** The ids of those who may have all the words. */
  having(sought: Sought): string[];
};

/** Which of the marks stands for the beginning of a word. */
function markOf(word: string): number {
  let mark = 0;
  for (let place = 0; place < LETTERS; place++) mark = Math.imul(mark ^ word.charCodeAt(place), 0x01000193);
  return ((mark >>> 16) ^ mark) & (MARK_BYTES * 8 - 1);
}

function toBytes(ties: readonly KnownRelationship[]): Buffer {
  const bytes = Buffer.alloc(ties.length * TIE_BYTES);
  for (const [place, { id, words }] of ties.entries()) {
    const start = place * TIE_BYTES;
    bytes.write(id.replaceAll('-', ''), start, 'hex');
    for (const word of words.split(' ')) {
      if (word.length < LETTERS) continue;
      const mark = markOf(word);
      const at = start + ID_BYTES + (mark >>> 3);
      bytes[at] = (bytes[at] ?? 0) | (1 << (mark & 7));
    }
  }
  return bytes;
}

/** Each word may be there itself, or one of its neighbours. */
function sieve(bytes: Buffer, { alternatives }: Sought): string[] {
  const wanted = alternatives
    .filter((words) => words.every(({ length }) => length >= LETTERS))
    .map((words) => words.map(markOf));
  const found: string[] = [];
  for (let start = 0; start < bytes.length; start += TIE_BYTES) {
    const has = (mark: number): boolean => (((bytes[start + ID_BYTES + (mark >>> 3)] ?? 0) >>> (mark & 7)) & 1) === 1;
    if (wanted.every((any) => any.some(has))) found.push(bytes.toString('hex', start, start + ID_BYTES));
  }
  return found;
}

/** A function that gives a viewer's ties. */
export function createRelationships({ readsNow, memberCache }: Services) {
  const remembered = memberCache.create<Buffer>({
    ms: REMEMBERED_MS,
    kept: KEPT,
    weigh: ({ length }) => 1 + length / TIE_BYTES,
  });
  return async (viewerId: string): Promise<Ties> => {
    const read = async () => toBytes(await selectRelationships(readsNow, { viewerId }));
    const bytes = remembered.find(viewerId) ?? (await remembered.read(viewerId, read));
    return { having: (sought) => sieve(bytes, sought) };
  };
}
