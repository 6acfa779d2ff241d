/** Finds people by words: the shared results are cached for some seconds, and each viewer's page is made from them. */
import type { Paging } from '@afterhours/contract/base/paging';
import { memberTouched } from '#access/touched.ts';
import { type KeyShape, pageStart, toPage } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import { createSharedResults } from '../shared-results.ts';
import { toFoundPerson } from '../views.ts';
import { findWords, type Sought } from '../words.ts';
import { type Candidates, foundPersonKey, selectCandidates, selectPeople } from './people-queries.ts';
import { createRelationships } from './relationships.ts';

const SHARED_MS = 10_000;
/** For this long more it is served while it is loaded again. */
const LATE_MS = 10_000;
/** At 300 members each, and the best of them again, some six megabytes. */
const KEPT = 400;
const SHAPE: KeyShape = ['integer', 'id'];

type Found = { sought: Sought; candidates: Candidates };

export function createPeopleSearch(services: Services) {
  const lists = createSharedResults<Found | null>({ ms: SHARED_MS, late: LATE_MS, kept: KEPT });
  const findRelationships = createRelationships(services);
  // A member who has just changed their name searches for it.
  services.events.after(memberTouched, () => lists.clear());

  // Loaded from the primary, because members who have just written share it with others.
  async function read(typed: string): Promise<Found | null> {
    const sought = await findWords(services.readsNow, typed);
    return sought && { sought, candidates: await selectCandidates(services.readsNow, sought) };
  }

  return async (typed: string, viewerId: string | null, paging: Paging) => {
    const start = pageStart('people', SHAPE, paging);
    const [found, relationships] = await Promise.all([
      lists.find(typed.trim().toLowerCase(), () => read(typed)),
      viewerId === null ? null : findRelationships(viewerId),
    ]);
    const near = found && relationships ? relationships.having(found.sought) : [];
    const rows = found ? await selectPeople(services.reads, found, { viewerId, ties: near }, start) : [];
    const { items, ...page } = toPage('people', rows, start, foundPersonKey);
    return { body: items.map(toFoundPerson), ...page };
  };
}
