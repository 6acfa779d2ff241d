/** Saved searches: searches for jobs that notify their members of new ones. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { employments, payPeriods, remotes, searchCadences } from '../constants/jobs.ts';
import { jobSearch } from './job-filters.ts';

export const savedSearchMessages = defineMessages('savedSearches', {
  saved: 'Search saved.',
  deleted: 'Search deleted.',
  notFound: 'This search no longer exists.',
  empty: 'Please choose what to look for.',
  tooMany: 'You have {max} saved searches. Please delete one first.',
  cadence: 'cadence must be instant, daily or weekly.',
});

const isSearch = (search: Record<string, unknown>): boolean => Object.values(search).some(Boolean);

/** A saved search; `link` is the list of jobs that it finds. */
export const savedSearch = z.object({
  _id: id,
  query: z.object({
    remote: z.optional(z.enum(remotes)),
    employment: z.optional(z.enum(employments)),
    country: z.optional(z.string()),
    payMin: z.optional(z.number()),
    payCurrency: z.optional(z.string()),
    payPeriod: z.optional(z.enum(payPeriods)),
    keyword: z.optional(z.string()),
    hashtag: z.optional(z.string()),
  }),
  cadence: z.enum(searchCadences),
  link: z.string(),
  createdAt: dateTime,
});
export type SavedSearch = z.infer<typeof savedSearch>;
z.globalRegistry.add(savedSearch, { id: 'SavedSearch' });

export const listSavedSearches = route({
  method: 'GET',
  path: '/searches/saved',
  summary: 'My saved searches, newest first',
  access: 'member',
  cost: 'read',
  query: z.object(pagingShape),
  response: z.array(savedSearch),
  beside: pagedBeside,
});

/** Saving the same search again changes its cadence. */
export const createSavedSearch = route({
  method: 'POST',
  path: '/searches/saved',
  summary: 'Save a search for jobs; I am notified of new jobs, at once or at most once a day or week',
  access: 'member',
  cost: 'write',
  body: z.object({
    query: jobSearch.check(z.refine(isSearch, issueText(savedSearchMessages.empty))),
    cadence: z._default(z.enum(searchCadences, issueText(savedSearchMessages.cadence)), 'instant'),
  }),
  response: savedSearch,
});

export const deleteSavedSearch = route({
  method: 'DELETE',
  path: '/searches/saved/:id',
  summary: 'Delete a saved search',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id }),
});
