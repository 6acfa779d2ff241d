/**
 * Keyset paging. A cursor is the sort key of the last item, written as base64url JSON with the name of the list it
 * belongs to; the next page is `key < cursor` on the index that orders the list, so it costs the same at any depth.
 */
import type { Paging } from '@afterhours/contract/paging';

export type CursorKey = (string | number | null)[];

/** The cursor is not one this list has given out. */
export class CursorError extends Error {}

function encodeCursor(list: string, key: CursorKey): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** The key in a cursor of `list`, checked for its number of parts. Throws CursorError. */
function decodeCursor(list: string, cursor: string, parts: number): CursorKey {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(decoded) && decoded[0] === list && decoded.length === parts + 1)
      return decoded.slice(1) as CursorKey;
  } catch {
    // falls through: unreadable is as wrong as foreign
  }
  throw new CursorError('This cursor does not belong to this list.');
}

/** Where a page begins: after a cursor's key, or at an offset for numbered pages (at most 50 of them). */
export type PageStart = { limit: number; after: CursorKey | null; offset: number; page: number | null };

/** Reads the paging fields of a query; a cursor wins over a page number. Throws CursorError. */
export function pageStart(
  list: string,
  parts: number,
  paging: Pick<Paging, 'activepage' | 'page' | 'limit' | 'cursor'>,
): PageStart {
  if (paging.cursor)
    return { limit: paging.limit, after: decodeCursor(list, paging.cursor, parts), offset: 0, page: null };
  const page = paging.activepage ?? paging.page ?? 1;
  return { limit: paging.limit, after: null, offset: (page - 1) * paging.limit, page };
}

/** Cuts `limit + 1` rows to a page and names the cursor of the next one, null at the end. */
export function toPage<R>(list: string, rows: R[], start: PageStart, keyOf: (row: R) => CursorKey) {
  const items = rows.slice(0, start.limit);
  const last = items.at(-1);
  const nextCursor = rows.length > start.limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null;
  return { items, page: start.page, limit: start.limit, nextCursor };
}
