/**
 * Keyset paging. A cursor is the last item's sort key, as base64url JSON with the name of the list. The next page is
 * `key < cursor` on the index that orders the list, so it costs the same at any depth.
 */
import { dateTime } from '@afterhours/contract/base/fields';
import type { Paging } from '@afterhours/contract/base/paging';
import { isId } from '@afterhours/contract/constants/fields';

export type CursorKey = (string | number)[];

/** The largest value of an integer column. */
export const LARGEST_INTEGER = 2_147_483_647;

/** The types of a key's parts. Callers send cursors back, and the database would fail on a value of the wrong type. */
const kinds = {
  id: (part: unknown) => typeof part === 'string' && isId(part),
  /** A list's own text beside an id; may be empty. */
  optionalId: (part: unknown) => part === '' || (typeof part === 'string' && isId(part)),
  time: (part: unknown) => dateTime.safeParse(part).success,
  integer: (part: unknown) => Number.isInteger(part) && Math.abs(Number(part)) <= LARGEST_INTEGER,
  position: (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0,
  score: (part: unknown) => Number.isFinite(part),
  text: (part: unknown) => typeof part === 'string' && !part.includes('\0'),
} satisfies Record<string, (part: unknown) => boolean>;

/** The types of the parts of a list's key, in order. */
export type KeyShape = readonly (keyof typeof kinds)[];

/** The cursor was not issued for this list. Callers get the text of the contract for it, not this message. */
export class CursorError extends Error {
  constructor() {
    super('a cursor of another list');
  }
}

function encodeCursor(list: string, key: CursorKey): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** Returns the key in a cursor of `list`, checked against its shape. Throws CursorError. */
function decodeCursor(list: string, cursor: string, shape: KeyShape): CursorKey {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(decoded) && decoded[0] === list && decoded.length === shape.length + 1) {
      const key: unknown[] = decoded.slice(1);
      if (shape.every((kind, index) => kinds[kind](key[index]))) return key as CursorKey;
    }
  } catch {
    // Falls through: an unreadable cursor is as wrong as one of another list.
  }
  throw new CursorError();
}

/** Where a page starts: after a cursor's key, or at an offset for numbered pages (at most 50 of them). */
export type PageStart = { limit: number; after: CursorKey | null; offset: number; page: number | null };

/** Parses the paging fields of a query; a cursor wins over a page number. Throws CursorError. */
export function pageStart(
  list: string,
  shape: KeyShape,
  paging: Pick<Paging, 'activepage' | 'page' | 'limit' | 'cursor'>,
): PageStart {
  if (paging.cursor)
    return { limit: paging.limit, after: decodeCursor(list, paging.cursor, shape), offset: 0, page: null };
  const page = paging.activepage ?? paging.page ?? 1;
  return { limit: paging.limit, after: null, offset: (page - 1) * paging.limit, page };
}

/** Cuts `limit + 1` rows to a page and returns the next page's cursor, null at the end. */
export function toPage<R>(list: string, rows: R[], start: PageStart, keyOf: (row: R) => CursorKey) {
  const items = rows.slice(0, start.limit);
  const last = items.at(-1);
  const nextCursor = rows.length > start.limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null;
  return { items, page: start.page, limit: start.limit, nextCursor };
}
