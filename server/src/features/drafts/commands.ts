import { type DraftBody, draftMessages, MAX_DRAFTS } from '@afterhours/contract/posts/drafts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { type DraftRow, lockAndCountDrafts, selectDraft, upsertDraft } from './queries.ts';

type DraftChange = { clientId: string; version: number; body: DraftBody };

/**
 * Saves a draft over the version that it is based on. Throws a 409 if the stored version is another one, or if the
 * member already has the maximum number of drafts. A draft that was deleted in the meantime is stored again.
 */
export function setDraft(services: Services, userId: string, change: DraftChange): Promise<DraftRow> {
  const { clientId, version, body } = change;
  return inTransaction(services, async ({ db }) => {
    const count = await lockAndCountDrafts(db, userId);
    if (count === undefined) throw new AppError(401);
    const present = await selectDraft(db, userId, clientId);
    if (present && present.version !== version) throw new AppError(409, draftMessages.older);
    if (!present && count >= MAX_DRAFTS) throw new AppError(409, english(draftMessages.tooMany, { max: MAX_DRAFTS }));
    return upsertDraft(db, userId, { client_id: clientId, body });
  });
}
