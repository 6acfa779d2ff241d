/**
 * With which letters the words of a viewer's ties begin, remembered for a moment: a search looks only at those who may
 * have what is looked for, not at hundreds. Who is renamed is found among them a moment later; whom the viewer follows or
 * connects with, at once.
 */
import type { Services } from '#services.ts';
import { type KnownTie, selectTies } from './people-queries.ts';
import type { Sought } from './words.ts';

const REMEMBERED_MS = 20_000;
/** Of all viewers; at 52 bytes each. */
const KEPT = 120_000;
/** So many letters of a word are looked at; of a shorter one nothing can be said. */
const LETTERS = 3;
/** Marks of one tie: 128 bits. A word sets one of them. */
const NUMBERS = 4;
const ID_LENGTH = 36;

/** `ids` one behind the other, and the marks of each. */
type Marked = { ids: string; marks: Uint32Array };

export type Ties = {
  /** The ids of those who may have all the words. */
  having(sought: Sought): string[];
};

/** Which of the marks stands for the beginning of a word. */
function markOf(word: string): number {
  let mark = 0;
  for (let place = 0; place < LETTERS; place++) mark = Math.imul(mark ^ word.charCodeAt(place), 0x01000193);
  return ((mark >>> 16) ^ mark) & (NUMBERS * 32 - 1);
}

function toMarked(rows: readonly KnownTie[]): Marked {
  const marks = new Uint32Array(rows.length * NUMBERS);
  for (const [place, { words }] of rows.entries()) {
    for (const word of words.split(' ')) {
      if (word.length < LETTERS) continue;
      const mark = markOf(word);
      const at = place * NUMBERS + (mark >>> 5);
      marks[at] = (marks[at] ?? 0) | (1 << (mark & 31));
    }
  }
  return { ids: rows.map(({ id }) => id).join(''), marks };
}

/** Each word may be there itself, or one of its neighbours. */
function sieve({ ids, marks }: Marked, { alternatives }: Sought): string[] {
  const wanted = alternatives
    .filter((words) => words.every(({ length }) => length >= LETTERS))
    .map((words) => words.map(markOf));
  const found: string[] = [];
  for (let place = 0; place * ID_LENGTH < ids.length; place++) {
    const has = (mark: number): boolean => (((marks[place * NUMBERS + (mark >>> 5)] ?? 0) >>> (mark & 31)) & 1) === 1;
    if (wanted.every((any) => any.some(has))) found.push(ids.slice(place * ID_LENGTH, (place + 1) * ID_LENGTH));
  }
  return found;
}

/** A function that gives a viewer's ties. */
export function createTies({ readsNow, memory }: Services) {
  const remembered = memory.create<Marked>({
    ms: REMEMBERED_MS,
    kept: KEPT,
    weigh: ({ ids }) => 1 + ids.length / ID_LENGTH,
  });
  return async (viewerId: string): Promise<Ties> => {
    const read = async () => toMarked(await selectTies(readsNow, { viewerId }));
    const marked = remembered.find(viewerId) ?? (await remembered.read(viewerId, read));
    return { having: (sought) => sieve(marked, sought) };
  };
}
