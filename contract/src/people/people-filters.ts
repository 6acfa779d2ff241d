/** Finding members by name, profession, country and skill. */
import * as z from 'zod/mini';
import { country } from '../account/countries.ts';
import { id, line } from '../base/fields.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { connectionStatus } from './connections.ts';
import { followablePerson, peopleInCommon } from './people.ts';

export const MAX_FILTER = 80;

const words = z.optional(line({ max: MAX_FILTER }));

/** Empty filters are ignored. Words match from their beginnings, ignoring case and accents. */
export const peopleFilters = z.object({
  name: words,
  trade: words,
  country: z.optional(z.union([z.literal(''), country])),
  skill: words,
});
export type PeopleFilters = z.output<typeof peopleFilters>;

/** A member in a search result, with what the viewer wants to know before connecting. */
export const memberFound = z.extend(followablePerson, {
  country: z.nullable(z.string()),
  connectionStatus,
  /** The id of the pending invitation between us. */
  connectionRequestId: z.nullable(id),
  inCommon: peopleInCommon,
});
export type MemberFound = z.infer<typeof memberFound>;
z.globalRegistry.add(memberFound, { id: 'MemberFound' });

export const findMembers = route({
  method: 'GET',
  path: '/people/find',
  summary: 'Members with this name, profession, country and skill, newest first',
  access: 'member',
  cost: 'read',
  query: z.object({ ...pagingShape, ...peopleFilters.shape }),
  response: z.array(memberFound),
  beside: pagedBeside,
});
