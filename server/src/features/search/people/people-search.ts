/** Finds people by words: the candidates are shared between viewers, and each viewer's page is made from them. */
import type { Paging } from '@afterhours/contract/base/paging';
import { createCache } from '#cache.ts';
import { type KeyShape, pageStart, toPage } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import { toFoundPerson } from '../views.ts';
import { findWords, type Sought } from '../words.ts';
import { type Candidates, foundPersonKey, selectCandidates, selectPeople } from './people-queries.ts';

/** Saves looking up the words and the candidates, half the cost of a search, while many search for the same words. */
const LIFETIME_MS = 20_000;
/** With 300 members each, and the best of them again, about six megabytes. */
const SEARCHES = 400;
const SHAPE: KeyShape = ['integer', 'id'];

type Found = { sought: Sought; candidates: Candidates };

export function createPeopleSearch({ reads, readsNow, touched }: Services) {
  const searches = createCache<{ found: Found | null }>({ ttlMs: () => LIFETIME_MS, size: SEARCHES });
  // Members who have just changed their name search for it.
  touched.onMember(() => searches.clear());
  touched.onAnything(() => searches.clear());

  // Loaded from the primary, because the result is shared with members who have just written.
  async function find(typed: string): Promise<{ found: Found | null }> {
    const sought = await findWords(readsNow, typed);
    return { found: sought && { sought, candidates: await selectCandidates(readsNow, sought) } };
  }

  return async (typed: string, viewerId: string | null, paging: Paging) => {
    const start = pageStart('people', SHAPE, paging);
    const { found } = await searches.fetch(typed.trim().toLowerCase(), () => find(typed));
    const rows = found ? await selectPeople(reads, found, viewerId, start) : [];
    const { items, ...page } = toPage('people', rows, start, foundPersonKey);
    return { body: items.map(toFoundPerson), ...page };
  };
}
