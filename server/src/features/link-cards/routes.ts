import { askLinkCard, linkCardMessages } from '@afterhours/contract/posts/link-cards';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { HOUR } from '#http/gate/rate-limit.ts';
import type { Services } from '#services.ts';
import { deleteUnusedCards, fillCard } from './commands.ts';
import { fetchCard } from './jobs.ts';
import { findCardAddress, requireCards } from './loaders.ts';
import { selectCardAt } from './queries.ts';

/** Requests a card's page. Throws a 429, and stores nothing, if the member has tried too many links. */
const requestCard = (services: Services, userId: string, url: string): Promise<void> =>
  inTransaction(services, async ({ db }) => {
    await requireCards(services, db, [{ url, userId }]);
    if ((await selectCardAt(db, url))?.due) throw new AppError(429, linkCardMessages.tooMany, { retryAfter: HOUR });
  });

export default function register({ bind, services }: FeatureContext): void {
  services.jobs.work(fetchCard, (payload) => fillCard(services, payload));
  services.jobs.schedule({ name: 'link-cards.cleanup', formerName: 'link-cards.sweep', cron: '47 * * * *' }, () =>
    deleteUnusedCards(services),
  );

  bind(askLinkCard, async ({ viewerId, body }) => {
    const url = findCardAddress(services, body.url);
    if (url === null) return { body: { state: 'none' as const, card: null } };
    const known = await selectCardAt(services.db, url);
    if (!known || known.due) await requestCard(services, viewerId, url);
    const state = known?.state ?? ('pending' as const);
    return { body: { state, card: state === 'ready' && known ? known.card : null } };
  });
}
