/** The cards of posts, for the features that publish them. */
import { parseRichText } from '@afterhours/contract/rich-text';
import type { Db } from '#db/connection/pool.ts';
import { toCardAddress } from '#platform/link-pages/card-address.ts';
import type { Services } from '#services.ts';
import { fetchCard } from './jobs.ts';
import { claimFetches, insertCards, lockCards, selectCardAt } from './queries.ts';

export { postCard } from './views.ts';

/** The hosts of this installation: what links to them has no card. */
export const ownHosts = ({ config }: Pick<Services, 'config'>): string[] => [new URL(config.publicUrl).hostname];

/** Returns the address whose card a text has, that of its first link; null for none. */
export function findCardAddress(services: Pick<Services, 'config'>, text: string): string | null {
  if (!services.config.linkCards || !/https?:\/\//i.test(text)) return null;
  const link = parseRichText(text).find(({ kind }) => kind === 'link');
  return link?.kind === 'link' ? toCardAddress(link.target, ownHosts(services)) : null;
}

/** Returns the addresses to which a link is known to redirect, for filters. */
export async function loadHops(db: Db, url: string | null): Promise<string[]> {
  return url === null ? [] : ((await selectCardAt(db, url))?.hops ?? []);
}

/**
 * Returns the ids of the cards of these addresses, within the transaction that uses them; null for null. A job asks the
 * pages of those that are new, or were asked more than a week ago.
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
