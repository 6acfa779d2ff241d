/** Searches for members and posts: typo-tolerant, best match first. */
import * as z from 'zod/mini';
import { id, line } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { pagedBeside, pagingQuery, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { searchMessages } from './constants/search.ts';
import { connectionStatus } from './people/connections.ts';
import { followablePerson } from './people/people.ts';
import { likesShape, optionalPostType, post } from './posts/posts.ts';

export const MAX_SEARCH = 200;

const empty = issueText(searchMessages.empty);

/** `skills` are the matching ones, at most three. */
export const foundPerson = z.extend(followablePerson, {
  country: z.nullable(z.string()),
  connectionStatus,
  /** The id of the pending invitation between us. */
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
  response: z.array(foundPerson),
  beside: pagedBeside,
});

/** Without a keyword, returns the members closest to the viewer, connections first. */
export const listUsers = route({
  method: 'GET',
  path: '/users',
  summary: 'Like /searchPeople, with a query string; without a keyword, members whom I may want to write to',
  access: 'member',
  cost: 'read',
  query: z.object({ ...pagingShape, keyword: z.optional(line({ max: MAX_SEARCH })) }),
  response: z.array(foundPerson),
  beside: pagedBeside,
});

export const searchPosts = route({
  method: 'GET',
  path: '/search/posts',
  summary: 'Posts by words in their title and text; best match first',
  access: 'optional',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    ...likesShape,
    keyword: line({ required: empty, max: MAX_SEARCH }),
    postType: optionalPostType,
  }),
  response: z.array(post),
  beside: pagedBeside,
});
