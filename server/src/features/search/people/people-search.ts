/** People by words: what everybody finds alike is looked up once in some seconds, then each viewer's page is made of it. */
import type { Paging } from '@afterhours/contract/paging';
import { memberTouched } from '#access/touched.ts';
import { type KeyShape, pageStart, toPage } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import { createSharedResults } from '../shared-results.ts';
import { toFoundPerson } from '../views.ts';
import { findWords, type Sought } from '../words.ts';
import { type Candidates, foundPersonKey, selectCandidates, selectPeople } from './people-queries.ts';
import { createRelationships } from './relationships.ts';

const SHARED_MS = 10_000;
/** So much longer it is given while it is looked up again. */
const LATE_MS = 10_000;
/** At 300 members each, and the best of them once more, some six megabytes. */
const KEPT = 400;
const SHAPE: KeyShape = ['integer', 'id'];

type Found = { sought: Sought; candidates: Candidates };

export function createPeopleSearch(services: Services) {
  const lists = createSharedResults<Found | null>({ ms: SHARED_MS, late: LATE_MS, kept: KEPT });
  const findRelationships = createRelationships(services);
  // Who has just changed their name looks for it.
  services.events.after(memberTouched, () => lists.clear());

  // From the primary: members who have just written share it with others.
  async function read(typed: string): Promise<Found | null> {
    const sought = await findWords(services.readsNow, typed);
    return sought && { sought, candidates: await selectCandidates(services.readsNow, sought) };
  }

  return async (typed: string, viewerId: string | null, paging: Paging) => {
    const start = pageStart('people', SHAPE, paging);
    const [found, ties] = await Promise.all([
      lists.find(typed.trim().toLowerCase(), () => read(typed)),
      viewerId === null ? null : findRelationships(viewerId),
    ]);
    const near = found && ties ? ties.having(found.sought) : [];
    const rows = found ? await selectPeople(services.reads, found, { viewerId, ties: near }, start) : [];
    const { items, ...page } = toPage('people', rows, start, foundPersonKey);
    return { body: items.map(toFoundPerson), ...page };
  };
}
