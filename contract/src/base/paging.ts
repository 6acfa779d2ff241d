/**
 * How lists are paged: `activepage` (1-based, alias `page`) with `limit`, or the `cursor` from the previous response. A
 * cursor is opaque; it holds the sort key of the last item, so insertions in the meantime neither repeat nor skip an
 * item.
 */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { wholeNumber } from './fields.ts';
import { issueText } from './issue.ts';
import { defineMessages } from './message.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_PAGE = 50;

export const pagingMessages = defineMessages('paging', {
  page: 'Pages go from 1 to {max, number}; to read further, send the cursor of the previous response.',
  limit: 'limit must be a whole number from 1 to {max, number}.',
  /** For a cursor that does not come from this list. */
  cursor: 'This cursor does not belong to this list.',
});

const pageText = issueText(pagingMessages.page, { max: MAX_PAGE });
export const limitText = issueText(pagingMessages.limit, { max: MAX_LIMIT });
const cursorText = issueText(pagingMessages.cursor);

export const cursor = z.optional(z.string(cursorText).check(bounded(400, cursorText)));

export const pagingShape = {
  activepage: z.optional(wholeNumber(1, MAX_PAGE, pageText)),
  page: z.optional(wholeNumber(1, MAX_PAGE, pageText)),
  limit: z._default(wholeNumber(1, MAX_LIMIT, limitText), DEFAULT_LIMIT),
  cursor,
};

export const pagingQuery = z.object(pagingShape);
export type Paging = z.output<typeof pagingQuery>;

/** The fields that a paged list has beside its body; `page` is null if the list was requested by cursor. */
export const pagedBeside = {
  page: z.nullable(z.int()),
  limit: z.int(),
  nextCursor: z.nullable(z.string()),
};
