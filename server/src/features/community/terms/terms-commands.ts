import { termsMessages } from '@afterhours/contract/community/terms';
import { COMMUNITY, changedSettings, writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { termsAccepted } from '../events.ts';
import { insertAcceptance, insertTerms, selectTerms, type TermsRow } from './terms-queries.ts';

type Texts = { version: number; terms: string | null; privacy: string | null };

/**
 * Publishes the version after `version`, which its publisher thereby accepts. Throws a 409 if there is a newer one, or
 * if nothing has changed.
 */
export function publishTerms(services: Services, actorId: string, texts: Texts): Promise<TermsRow> {
  const { version } = texts;
  const terms = texts.terms || null;
  const privacy = texts.privacy || null;
  return inTransaction(services, async ({ db }) => {
    const present = await selectTerms(db);
    if (present.version !== version) throw new AppError(409, termsMessages.publishedMeanwhile);
    if (present.terms === terms && present.privacy === privacy) throw new AppError(409, termsMessages.same);
    if (!(await insertTerms(db, { version, terms, privacy, publishedBy: actorId })))
      throw new AppError(409, termsMessages.publishedMeanwhile);
    await insertAcceptance(db, actorId, version + 1);
    await writeAudit(db, {
      actorId,
      action: 'terms',
      subject: COMMUNITY,
      details: { settings: changedSettings(present, { terms, privacy }) },
    });
    return selectTerms(db);
  });
}

/** Records that a member accepts the current version; throws a 409 if `version` is not the current one. */
export function acceptTerms(services: Services, userId: string, version: number): Promise<void> {
  return inTransaction(services, async (tx) => {
    if (!(await insertAcceptance(tx.db, userId, version))) throw new AppError(409, termsMessages.changedMeanwhile);
    await tx.emit(termsAccepted, { userId });
  });
}
