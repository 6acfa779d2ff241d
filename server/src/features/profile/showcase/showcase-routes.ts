import { profileMessages } from '@afterhours/contract/profile/profile';
import { getShowcase, setLinks, showcaseMessages } from '@afterhours/contract/profile/showcase';
import { inTransaction } from '#db/statements/transaction.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { lockProfile } from '../entries/entry-queries.ts';
import { contentChanged } from '../events.ts';
import { replaceLinks, selectShowcase } from './showcase-queries.ts';
import { toShowcase } from './showcase-views.ts';

export function bindShowcase({ bind, services }: FeatureContext): void {
  bind(getShowcase, async ({ viewerId, params }) => {
    const row = await selectShowcase(services.reads, viewerId, params.id);
    if (!row) throw notFound(profileMessages.memberGone);
    return { body: toShowcase(row) };
  });

  bind(setLinks, async ({ viewerId, body: { links } }) => {
    const screen = await prepareMemberScreening(services);
    await inTransaction(services, async (tx) => {
      // Two lists sent concurrently are stored one after the other, never mixed.
      await lockProfile(tx.db, viewerId);
      await replaceLinks(tx.db, viewerId, links);
      await screen(tx, viewerId, { profile_links: links });
      await tx.emit(contentChanged, { userId: viewerId, change: { links } });
    });
    return { message: showcaseMessages.saved, body: { links } };
  });
}
