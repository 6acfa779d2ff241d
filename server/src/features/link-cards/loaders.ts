/** The cards of posts, for the features that publish them. */
import { parseRichText } from '@afterhours/contract/rich-text';
import type { Db } from '#db/connection/pool.ts';
import { toCardAddress } from '#platform/link-pages/card-address.ts';
import type { Services } from '#services.ts';
import { fetchCard } from './jobs.ts';
import { claimFetches, insertCards, lockCards, selectCardAt } from './queries.ts';

export { postCard } from './views.ts';

/** Returns the hosts of this installation. Links to them have no card. */
export const ownHosts = ({ config }: Pick<Services, 'config'>): string[] => [new URL(config.publicUrl).hostname];

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

/**
 * Returns the ids of the cards for these addresses, in the transaction that uses them; null for null. A job fetches the
 * pages of cards that are new or older than a week.
 */
export async function requireCards(
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  urls: readonly (string | null)[],
): Promise<(string | null)[]> {
  const wanted = [...new Set(urls.filter((url) => url !== null))];
  if (wanted.length === 0) return urls.map(() => null);
  const known = await lockCards(db, wanted);
  const missing = wanted.filter((url) => !known.has(url));
  const added = missing.length > 0 ? await insertCards(db, missing) : new Map<string, string>();
  const due = [...added.values(), ...[...known.values()].flatMap((card) => (card.due ? [card.id] : []))];
  const claimed = due.length > 0 ? await claimFetches(db, due) : [];
  for (const cardId of claimed) await jobs.enqueue(db, fetchCard, { cardId, tried: 0 });
  return urls.map((url) => (url === null ? null : (known.get(url)?.id ?? added.get(url) ?? null)));
}
