import { DAY_MS } from '@afterhours/contract/base/durations';
import {
  type CommunitySettings,
  communityMessages,
  MAX_INVITATION_DAYS,
  MAX_INVITATIONS,
} from '@afterhours/contract/community/community';
import { limitMessages } from '@afterhours/contract/community/community-limits';
import { formatMegabytes } from '@afterhours/contract/uploads';
import { selectSettings } from '#community/community.ts';
import { canComputeProofs } from '#community/secure-pages.ts';
import { COMMUNITY, changedSettings, writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import { randomCode } from '#http/gate/tokens.ts';
import { findCreatedId, storeCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { hashCode } from './loaders.ts';
import * as queries from './queries.ts';

const CODE_LENGTH = 12;

/**
 * Stores the settings over those of `version`. Throws a 409 if somebody else has changed them since, and a 422 for more
 * storage than the server has room for or a proof of work that browsers could not compute. Nothing is logged if none
 * changes.
 */
export async function setSettings(
  services: Services,
  actorId: string,
  settings: CommunitySettings,
  version: number,
): Promise<number> {
  const { memberStorageMb: maxStorageMb } = services.config;
  if (settings.storageMb !== null && settings.storageMb > maxStorageMb)
    throw fieldProblem('storageMb', limitMessages.storageBound, {
      size: formatMegabytes(maxStorageMb),
      megabytes: maxStorageMb,
    });
  if (settings.proofOfWork && !canComputeProofs(services.config.publicUrl))
    throw fieldProblem('proofOfWork', communityMessages.proofNeedsHttps);
  const stored = await inTransaction(services, async ({ db }) => {
    const before = await selectSettings(db);
    const next = await queries.storeSettings(db, settings, version);
    if (next === null) throw new AppError(409, communityMessages.changedMeanwhile);
    const details = { settings: changedSettings(before, settings) };
    if (details.settings) await writeAudit(db, { actorId, action: 'settings', subject: COMMUNITY, details });
    return next;
  });
  await services.community.reload();
  return stored;
}

/**
 * Creates an invitation and returns its code, which is stored only as a hash. A call that is repeated with its key gets
 * a new code for what the first one created, whose code has reached nobody. Throws a 409 if there are too many.
 */
export async function makeInvitation(
  services: Services,
  madeBy: string,
  { uses, until }: { uses: number; until: string },
): Promise<{ id: string; code: string }> {
  const days = (Date.parse(until) - Date.now()) / DAY_MS;
  if (!(days > 0 && days <= MAX_INVITATION_DAYS))
    throw fieldProblem('until', communityMessages.until, { days: MAX_INVITATION_DAYS });
  const code = randomCode(CODE_LENGTH);
  const codeHash = hashCode(code);
  const createdId = findCreatedId();
  const id = await inTransaction(services, async ({ db }) => {
    if (createdId !== null) {
      if (!(await queries.replaceCode(db, createdId, codeHash))) throw notFound();
      return createdId;
    }
    const created = await queries.insertInvitation(db, { codeHash, madeBy, uses, until }, MAX_INVITATIONS);
    if (created === null) throw new AppError(409, english(communityMessages.manyInvitations, { max: MAX_INVITATIONS }));
    await storeCreatedId(db, created);
    await writeAudit(db, { actorId: madeBy, action: 'invitation', subject: { kind: 'invitation', id: created } });
    return created;
  });
  return { id, code };
}

/** Ends an invitation; throws a 404 if there is none. */
export async function endInvitation(services: Services, actorId: string, id: string): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    if (!(await queries.deleteInvitation(db, id))) throw notFound(communityMessages.noInvitation);
    await writeAudit(db, { actorId, action: 'invitation-ended', subject: { kind: 'invitation', id } });
  });
}
