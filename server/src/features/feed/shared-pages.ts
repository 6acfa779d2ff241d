/**
 * Pages that are the same for all viewers who request the same list, filters and cursor within a second. Their ids are
 * loaded once. Members who do not see everything, or have just posted, load their own page.
 */

import { memberTouched } from '#access/touched.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import { preparePage, type Room, type SharedPageText } from '#features/posts/loaders.ts';
import type { JsonText } from '#http/body/pieces.ts';
import type { Services } from '#services.ts';

const SHARED_MS = 1_000;
/** Pages whose ids are cached; their texts as far as there is room. */
const KEPT = 1_000;
const TEXT_BYTES = 6 * 1024 * 1024;
/** Longer pages are rare, and would take the place of many others. */
const LONGEST = 30;
/** Own posts of this age may be missing from a cached page: clocks and commits may be behind. */
const OWN_MS = 15_000;

type Ids = { ids: readonly string[]; beside: object };

export type SharedPages = {
  /** Returns the answer for a member as text; null when they have to load their own page. */
  read(question: string, viewerId: string, limit: number, ids: () => Promise<Ids>): Promise<JsonText | null>;
};

export function createSharedPages(services: Services): SharedPages {
  const cached = new Map<string, { page: Promise<SharedPageText>; until: number }>();
  const room: Room = { bytes: TEXT_BYTES };

  function drop(question: string): void {
    const entry = cached.get(question);
    cached.delete(question);
    // A failed load has rejected its own caller.
    entry?.page.then((page) => page.close()).catch(() => undefined);
  }

  const dropAll = (): void => [...cached.keys()].forEach(drop);
  services.events.after(postSaved, dropAll);
  services.events.after(postDeleted, dropAll);
  services.events.after(memberTouched, dropAll);

  async function prepare(load: () => Promise<Ids>): Promise<SharedPageText> {
    const newerThan = firstIdAt(new Date(Date.now() - OWN_MS));
    const { ids, beside } = await load();
    return preparePage(services, ids, { beside, newerThan }, room);
  }

  function find(question: string, load: () => Promise<Ids>): Promise<SharedPageText> {
    const now = Date.now();
    const known = cached.get(question);
    if (known && known.until > now) return known.page;
    drop(question);
    const page = prepare(load);
    const entry = { page, until: now + SHARED_MS };
    cached.set(question, entry);
    // The oldest come first.
    for (const [oldest, { until }] of cached) {
      if (cached.size <= KEPT && until > now) break;
      drop(oldest);
    }
    page.catch(() => {
      if (cached.get(question) === entry) cached.delete(question);
    });
    return page;
  }

  return {
    async read(question, viewerId, limit, load) {
      if (limit > LONGEST) return null;
      const page = await find(question, load);
      return page.textFor(viewerId);
    },
  };
}
