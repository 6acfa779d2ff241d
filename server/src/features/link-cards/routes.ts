import { askLinkCard, CARDS_AN_HOUR, linkCardMessages } from '@afterhours/contract/link-cards';
import { inTransaction } from '#db/statements/transaction.ts';
import type { FeatureContext } from '#http/feature.ts';
import { fillCard, sweepUnusedCards } from './commands.ts';
import { fetchCard, sweepCards } from './jobs.ts';
import { findCardAddress, requireCards } from './loaders.ts';
import { selectCardAt } from './queries.ts';

const HOUR_SECONDS = 3_600;

export default function register({ bind, services, createTryCounter }: FeatureContext): void {
  services.jobs.work(fetchCard, (payload) => fillCard(services, payload));
  services.jobs.work(sweepCards, () => sweepUnusedCards(services));
  const requests = createTryCounter({
    name: 'link-cards',
    tries: CARDS_AN_HOUR,
    seconds: HOUR_SECONDS,
    message: linkCardMessages.tooMany,
  });

  bind(askLinkCard, async ({ viewerId, body }) => {
    const url = findCardAddress(services, body.url);
    if (url === null) return { body: { state: 'none' as const, card: null } };
    const known = await selectCardAt(services.db, url);
    if (!known || known.due) {
      await requests.take(viewerId);
      await inTransaction(services, ({ db }) => requireCards(services, db, [url]));
    }
    const state = known?.state ?? ('pending' as const);
    return { body: { state, card: state === 'ready' && known ? known.card : null } };
  });
}
