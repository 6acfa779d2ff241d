/**
 * How lists are paged: `activepage` (1-based, alias `page`) with `limit`, or `cursor` from the previous answer.
 * A cursor is opaque; it holds the sort key of the last item, so nothing inserted meanwhile repeats or skips an item.
 */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { wholeNumber } from './fields.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_PAGE = 50;

const pageMessage = `Pages go from 1 to ${MAX_PAGE}; to read further, send the cursor of the previous answer.`;
const limitMessage = `limit must be a whole number from 1 to ${MAX_LIMIT}.`;

/** The sentence about a cursor that this list has not given out. */
export const wrongCursor = 'This cursor does not belong to this list.';
export const cursor = z.optional(z.string(wrongCursor).check(bounded(400, wrongCursor)));

export const pagingShape = {
  activepage: z.optional(wholeNumber(1, MAX_PAGE, pageMessage)),
  page: z.optional(wholeNumber(1, MAX_PAGE, pageMessage)),
  limit: z._default(wholeNumber(1, MAX_LIMIT, limitMessage), DEFAULT_LIMIT),
  cursor,
};

export const pagingQuery = z.object(pagingShape);
export type Paging = z.output<typeof pagingQuery>;

/** What a paged list carries beside its body; `page` is null when the list was read by cursor. */
export const pagedBeside = {
  page: z.nullable(z.int()),
  limit: z.int(),
  nextCursor: z.nullable(z.string()),
};
