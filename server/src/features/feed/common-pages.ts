/**
 * Pages that are the same for all who ask the same question – a list, its filters, a cursor – within a second. Which
 * posts are on them is read once; members who do not see everything, or have just posted, are told to read for themselves.
 */
import { firstIdAt } from '#db/id.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import { type PageInCommon, preparePage } from '#features/posts/loaders.ts';
import { memberChanged } from '#features/profile/events.ts';
import type { JsonText } from '#http/pieces.ts';
import type { Services } from '#services.ts';

const SHARED_MS = 1_000;
const KEPT = 80;
/** Longer pages are rare, and would take the place of many others. */
const LONGEST = 30;
/** Own posts so young may be missing on a page that others have asked for: clocks and commits may be behind. */
const OWN_MS = 15_000;

type Ids = { ids: readonly string[]; beside: object };

export type CommonPages = {
  /** The answer to a member's question as text; null when they have to read for themselves. */
  read(question: string, viewerId: string, limit: number, ids: () => Promise<Ids>): Promise<JsonText | null>;
};

export function createCommonPages(services: Services): CommonPages {
  const held = new Map<string, { page: Promise<PageInCommon>; until: number }>();
  const forget = (): void => held.clear();
  services.events.after(postSaved, forget);
  services.events.after(postDeleted, forget);
  services.events.after(accountDeleting, forget);
  services.events.after(memberChanged, forget);

  async function prepare(load: () => Promise<Ids>): Promise<PageInCommon> {
    const newerThan = firstIdAt(new Date(Date.now() - OWN_MS));
    const { ids, beside } = await load();
    return preparePage(services, ids, { beside, newerThan });
  }

  function find(question: string, load: () => Promise<Ids>): Promise<PageInCommon> {
    const known = held.get(question);
    if (known && known.until > Date.now()) return known.page;
    const page = prepare(load);
    held.delete(question);
    held.set(question, { page, until: Date.now() + SHARED_MS });
    for (const oldest of held.keys()) {
      if (held.size <= KEPT) break;
      held.delete(oldest);
    }
    page.catch(() => held.delete(question));
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
