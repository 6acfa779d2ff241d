/** Finding members and posts by words: typo-tolerant, best match first. */

import * as z from 'zod/mini';
import { id, line } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { pagedBeside, pagingQuery, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { connectionStatus } from './connections.ts';
import { searchMessages } from './constants/search.ts';
import { followablePerson } from './people.ts';
import { optionalPostType, post } from './posts.ts';

export const MAX_SEARCH = 200;
/** How many terms the browser remembers. */
export const MAX_SEARCH_HISTORY = 5;

const empty = issueText(searchMessages.empty);

/** `skills` are those that matched, at most three. */
export const foundPerson = z.extend(followablePerson, {
  country: z.nullable(z.string()),
  connectionStatus,
  /** The invitation between us while it is pending. */
  connectionRequestId: z.nullable(id),
  skills: z.array(z.string()),
});
export type FoundPerson = z.infer<typeof foundPerson>;
z.globalRegistry.add(foundPerson, { id: 'FoundPerson' });

export const searchPeople = route({
  method: 'POST',
  path: '/searchPeople',
  summary: 'Members by name, username, profession and skills; best match first',
  access: 'optional',
  cost: 'read',
  query: pagingQuery,
  body: z.object({ searchQuery: line({ required: empty, max: MAX_SEARCH }) }),
  answer: z.array(foundPerson),
  beside: pagedBeside,
});

/** Without a keyword: members in the order they are known to me, connections first. */
export const listUsers = route({
  method: 'GET',
  path: '/users',
  summary: 'The same by query string; without a keyword, those I may want to write to',
  access: 'member',
  cost: 'read',
  query: z.object({ ...pagingShape, keyword: z.optional(line({ max: MAX_SEARCH })) }),
  answer: z.array(foundPerson),
  beside: pagedBeside,
});

export const searchPosts = route({
  method: 'GET',
  path: '/search/posts',
  summary: 'Posts by words of their title and text; best match first',
  access: 'optional',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    keyword: line({ required: empty, max: MAX_SEARCH }),
    postType: optionalPostType,
  }),
  answer: z.array(post),
  beside: pagedBeside,
});
