/** The cards of posts, for the features that publish them. */
import { CARDS_AN_HOUR } from '@afterhours/contract/posts/link-cards';
import { parseRichText } from '@afterhours/contract/posts/rich-text';
import type { Db } from '#db/connection/pool.ts';
import { takeWithinBudget } from '#http/gate/budget.ts';
import { HOUR } from '#http/gate/rate-limit.ts';
import { toCardAddress } from '#platform/link-pages/card-address.ts';
import type { Services } from '#services.ts';
import { fetchCard } from './jobs.ts';
import { claimFetches, insertCards, lockCards, selectCardAt } from './queries.ts';

export { postCard } from './views.ts';

/** Returns the hosts of this installation. Links to them have no card. */
const ownHosts = ({ config }: Pick<Services, 'config'>): string[] => [new URL(config.publicUrl).hostname];

/** Returns the address of a text's card, which is its first link; null if there is none. */
export function findCardAddress(services: Pick<Services, 'config'>, text: string): string | null {
  if (!services.config.linkCards || !/https?:\/\//i.test(text)) return null;
  const link = parseRichText(text).find(({ kind }) => kind === 'link');
  return link?.kind === 'link' ? toCardAddress(link.target, ownHosts(services)) : null;
}

/** Returns the addresses to which a link is known to redirect, for the filters. */
export async function loadHops(db: Db, url: string | null): Promise<string[]> {
  return url === null ? [] : ((await selectCardAt(db, url))?.hops ?? []);
}

/** An address in a post, and the member on whose account its page is fetched. */
export type WantedCard = { url: string | null; userId: string };

const fetches = { name: 'link-cards', limit: CARDS_AN_HOUR, seconds: HOUR };

/**
 * Returns the ids of the cards for these addresses, in the transaction that uses them; null for null. A job fetches the
 * pages of cards that are new or older than a week, up to the limit of each member; beyond it, a new link has no card
 * until somebody else uses it.
 */
export async function requireCards(
  services: Pick<Services, 'jobs' | 'config'>,
  db: Db,
  wanted: readonly WantedCard[],
): Promise<(string | null)[]> {
  const userByUrl = new Map(wanted.flatMap(({ url, userId }) => (url === null ? [] : [[url, userId] as const])));
  const urls = [...userByUrl.keys()];
  if (urls.length === 0) return wanted.map(() => null);
  const cards = await lockCards(db, urls);
  const missing = urls.filter((url) => !cards.has(url));
  if (missing.length > 0) for (const [url, card] of await insertCards(db, missing)) cards.set(url, card);
  const due = [...userByUrl].flatMap(([url, userId]) => {
    const card = cards.get(url);
    return card?.due ? [{ cardId: card.id, userId }] : [];
  });
  const allowed = (await takeWithinBudget(services, db, fetches, due)).map(({ cardId }) => cardId);
  const claimed = allowed.length > 0 ? await claimFetches(db, allowed) : [];
  await services.jobs.enqueueAll(
    db,
    fetchCard,
    claimed.map((cardId) => ({ cardId, tried: 0 })),
  );
  return wanted.map(({ url }) => (url === null ? null : (cards.get(url)?.id ?? null)));
}
