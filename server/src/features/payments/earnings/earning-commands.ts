/** Payouts by the community to hosts, and the end of disputes in the sandbox. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { earningMessages } from '@afterhours/contract/payments/earnings';
import { lockCounters } from '#access/members.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import { findCreatedId, storeCreatedId } from '#http/idempotency/idempotency.ts';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import type { Services } from '#services.ts';
import { payoutChanged } from '../events.ts';
import { checkPayment } from '../settlement.ts';
import {
  cancelRecord,
  type EarningRow,
  insertPayout,
  lockOwed,
  type PayoutRow,
  type RecordedRow,
  selectEarning,
  selectRecordedPayout,
} from './earning-queries.ts';

type NewRecord = { hostId: string; currency: string; amount: number | null; paidOut?: number | undefined };

/**
 * Records that the community has paid an amount to a host; null stands for everything owed. `actorId` is the owner who
 * records it, which notifies the host, or null in the sandbox, where hosts simulate it. Throws 409 if the amount
 * exceeds what is owed, or if `paidOut` is given and is not what has been paid out so far, because somebody else may
 * have recorded the same payout. A call that is repeated with its key gets the payout that the first one recorded.
 */
export function recordPayout(
  services: Services,
  actorId: string | null,
  { hostId, currency, amount, paidOut }: NewRecord,
): Promise<PayoutRow> {
  const { provider } = services.payments;
  const createdId = findCreatedId();
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const created = createdId === null ? undefined : await selectRecordedPayout(db, createdId);
    if (created) return created;
    // Members are locked before their rows: the notification would do so after them.
    await lockCounters(db, [hostId]);
    const { owed, paid } = await lockOwed(db, { hostId, provider, currency });
    if (paidOut !== undefined && paidOut !== paid) throw new AppError(409, earningMessages.changedMeanwhile);
    if (owed <= 0) throw new AppError(409, earningMessages.nothingOwed);
    if (amount !== null && amount > owed) throw new AppError(409, earningMessages.lessOwed);
    const row = await insertPayout(db, { id: newId(), host_id: hostId, provider, currency, amount: amount ?? owed });
    await storeCreatedId(db, row.id);
    if (actorId !== null)
      await writeAudit(db, {
        actorId,
        action: 'payout',
        subject: { kind: 'member', id: hostId },
        details: { amount: String(row.amount), currency },
      });
    await tx.emit(payoutChanged, { payoutId: row.id, hostId, actorId, price: row, canceled: false });
    return row;
  });
}

/**
 * Cancels the record of a payout by the community, so that the amount is owed again. Throws 409 if it is cancelled
 * already. The host is notified.
 */
export function cancelPayout(
  services: Services,
  actorId: string,
  { id, reason }: { id: string; reason: string },
): Promise<RecordedRow> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const hostId = (await selectRecordedPayout(db, id))?.host_id;
    if (hostId === undefined) throw notFound(earningMessages.noPayout);
    await lockCounters(db, [hostId]);
    const canceled = await cancelRecord(db, id, reason);
    const row = await selectRecordedPayout(db, id);
    if (!row) throw notFound(earningMessages.noPayout);
    if (!canceled) throw new AppError(409, earningMessages.alreadyCanceled);
    await writeAudit(db, {
      actorId,
      action: 'payout-canceled',
      subject: { kind: 'member', id: row.host_id },
      details: { amount: String(row.amount), currency: row.currency, note: reason },
    });
    await tx.emit(payoutChanged, { payoutId: id, hostId, actorId, price: row, canceled: true });
    return row;
  });
}

/** Ends the dispute of a payment to this host in the sandbox, which stands in for the bank. */
export async function endDispute(
  services: Services,
  hostId: string,
  { id, won }: { id: string; won: boolean },
): Promise<EarningRow> {
  const row = await selectEarning(services.db, hostId, id);
  if (row?.provider !== 'sandbox') throw notFound(paymentMessages.notFound);
  if (row.dispute !== 'open') throw new AppError(409, earningMessages.noDispute);
  const note = { payment_id: id, challenge: null, dispute: won ? ('won' as const) : ('lost' as const) };
  await createSandboxNotes(services.db).note(note);
  await checkPayment(services, id);
  return (await selectEarning(services.db, hostId, id)) ?? row;
}
