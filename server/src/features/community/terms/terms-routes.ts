import * as contract from '@afterhours/contract/community/terms';
import type { FeatureContext } from '#http/feature.ts';
import { acceptTerms, publishTerms } from './terms-commands.ts';
import { selectTerms, type TermsRow } from './terms-queries.ts';

const toView = ({ version, terms, privacy, published_at: publishedAt }: TermsRow): contract.TermsVersion => ({
  version,
  publishedAt: publishedAt?.toISOString() ?? null,
  terms,
  privacy,
});

/** The terms, which everyone can read, owners can change, and members accept. */
export function bindTerms({ bind, services }: FeatureContext): void {
  bind(contract.getTerms, async () => ({ body: toView(await selectTerms(services.readsNow)) }));

  bind(contract.publishTerms, async ({ viewerId, body }) => ({
    message: contract.termsMessages.published,
    body: toView(await publishTerms(services, viewerId, body)),
  }));

  bind(contract.acceptTerms, async ({ viewerId, body: { version } }) => {
    await acceptTerms(services, viewerId, version);
    return { message: contract.termsMessages.accepted, body: { version } };
  });
}
