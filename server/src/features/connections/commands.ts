/**
 * Invitations and connections. Each command locks its pair: two members who invite each other at the same time get
 * connected, and of a concurrent acceptance and withdrawal the first one wins.
 */
import { type ConnectionStatus, connectionMessages } from '@afterhours/contract/people/connections';
import { requireMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { lockPair } from '#features/account-data/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { invitationAnswered, invitationSent, invitationWithdrawn, relationshipChanged } from './events.ts';
import { loadConnectionStatus } from './loaders.ts';
import {
  deleteConnection,
  deleteRelationships,
  deleteRequest,
  insertConnection,
  insertIgnored,
  insertRequest,
  isConnected,
  type RequestRow,
  selectInvited,
  selectRequest,
  selectRequestById,
  setRequestStatus,
  takeIgnored,
} from './queries.ts';

const toEvent = (request: Pick<RequestRow, 'id' | 'from_user_id' | 'to_user_id'>) => ({
  invitationId: request.id,
  fromUserId: request.from_user_id,
  toUserId: request.to_user_id,
});

async function emitForBoth(tx: Tx, one: string, other: string): Promise<void> {
  await tx.emit(relationshipChanged, { userId: one, otherId: other });
  await tx.emit(relationshipChanged, { userId: other, otherId: one });
}

async function accept(tx: Tx, request: RequestRow): Promise<void> {
  await setRequestStatus(tx.db, request.id, 'accepted');
  await insertConnection(tx.db, request.from_user_id, request.to_user_id);
  await tx.emit(invitationAnswered, { ...toEvent(request), accepted: true });
  await emitForBoth(tx, request.from_user_id, request.to_user_id);
}

/**
 * Stores a new invitation and returns its id. If the receiver ignored an earlier one, which its sender then withdrew,
 * this one is ignored, too; the sender sees no difference.
 */
async function request(tx: Tx, sent: { fromUserId: string; toUserId: string; note: string | null }): Promise<string> {
  const { fromUserId, toUserId } = sent;
  const ignored = await takeIgnored(tx.db, fromUserId, toUserId);
  // Whoever invites a member no longer ignores them.
  await takeIgnored(tx.db, toUserId, fromUserId);
  const invitationId = await insertRequest(tx.db, { ...sent, status: ignored ? 'rejected' : 'pending' });
  if (ignored) await tx.emit(relationshipChanged, { userId: fromUserId, otherId: toUserId });
  else {
    await tx.emit(invitationSent, { invitationId, fromUserId, toUserId });
    await emitForBoth(tx, fromUserId, toUserId);
  }
  return invitationId;
}

export type Sent = { name: string; status: 'connected' | 'sent'; invitationId: string | null };

/**
 * Invites a member. If that member has already invited the caller, even if the caller ignored it, the two are connected
 * at once. A repeat changes nothing. Throws a 422 for an invitation to oneself, and a 404 if the member is not visible.
 */
export async function sendInvitation(
  services: Services,
  userId: string,
  toUserId: string,
  note: string | null,
): Promise<Sent> {
  if (userId === toUserId) throw fieldProblem('to_user_id', connectionMessages.oneself);
  return inTransaction(services, async (tx) => {
    // Locked first, so that a concurrent block is visible.
    await lockPair(tx.db, userId, toUserId);
    const { name } = await requireMember(tx.db, userId, toUserId);
    if (await isConnected(tx.db, userId, toUserId)) return { name, status: 'connected', invitationId: null };
    const theirs = await selectRequest(tx.db, toUserId, userId);
    if (theirs && theirs.status !== 'accepted') {
      await accept(tx, theirs);
      return { name, status: 'connected', invitationId: null };
    }
    const mine = await selectRequest(tx.db, userId, toUserId);
    if (mine && mine.status !== 'accepted') return { name, status: 'sent', invitationId: mine.id };
    return { name, status: 'sent', invitationId: await request(tx, { fromUserId: userId, toUserId, note }) };
  });
}

export type Answer = 'accepted' | 'rejected';

/**
 * Accepts or ignores an invitation to the member; a repeat changes nothing. Returns the sender's name. Throws a 404 if
 * there is no such invitation (any more), and a 409 for ignoring an accepted one.
 */
export function answerInvitation(
  services: Services,
  userId: string,
  fromUserId: string,
  answer: Answer,
): Promise<string> {
  return inTransaction(services, async (tx) => {
    const { name } = await requireMember(tx.db, userId, fromUserId);
    await lockPair(tx.db, userId, fromUserId);
    const request = await selectRequest(tx.db, fromUserId, userId);
    if (await isConnected(tx.db, userId, fromUserId)) {
      if (answer === 'rejected') throw new AppError(409, connectionMessages.notPending);
      return name;
    }
    if (!request || request.status === 'accepted') throw notFound(connectionMessages.noneWaiting);
    if (answer === 'accepted') await accept(tx, request);
    else if (request.status === 'pending') {
      await setRequestStatus(tx.db, request.id, 'rejected');
      await tx.emit(invitationAnswered, { ...toEvent(request), accepted: false });
      await tx.emit(relationshipChanged, { userId, otherId: fromUserId });
    }
    return name;
  });
}

/**
 * Withdraws the member's own invitation and returns its receiver. Throws a 404 if it is not theirs, and a 409 once
 * accepted.
 */
export function withdrawInvitation(services: Services, userId: string, invitationId: string): Promise<string> {
  return inTransaction(services, async (tx) => {
    const found = await selectRequestById(tx.db, invitationId, userId);
    if (!found) throw notFound(connectionMessages.noneWaiting);
    await lockPair(tx.db, userId, found.to_user_id);
    const request = await selectRequestById(tx.db, invitationId, userId);
    if (!request) throw notFound(connectionMessages.noneWaiting);
    if (request.status === 'accepted') throw new AppError(409, connectionMessages.notPending);
    await deleteRequest(tx.db, request.id);
    if (request.status === 'rejected') await insertIgnored(tx.db, userId, request.to_user_id);
    await tx.emit(invitationWithdrawn, toEvent(request));
    // A receiver who has ignored it sees no change, so nothing is sent to them.
    await tx.emit(relationshipChanged, { userId, otherId: request.to_user_id });
    if (request.status === 'pending')
      await tx.emit(relationshipChanged, { userId: request.to_user_id, otherId: userId });
    return request.to_user_id;
  });
}

/** Ends a connection; a repeat changes nothing. Returns the other member's name and the remaining relationship. */
export function removeConnection(
  services: Services,
  userId: string,
  otherId: string,
): Promise<{ name: string; status: ConnectionStatus }> {
  return inTransaction(services, async (tx) => {
    const { name } = await requireMember(tx.db, userId, otherId);
    await lockPair(tx.db, userId, otherId);
    if (await deleteConnection(tx.db, userId, otherId)) await emitForBoth(tx, userId, otherId);
    return { name, status: await loadConnectionStatus(tx.db, userId, otherId) };
  });
}

/** Ends the connection and invitations between two members when one blocks the other. */
export async function endRelationships(tx: Tx, userId: string, blockedId: string): Promise<void> {
  await deleteRelationships(tx.db, userId, blockedId);
  await emitForBoth(tx, userId, blockedId);
}

/** Announces to members with a pending invitation from or to a member that this member is deleted or banned. */
export async function announceLeaving(tx: Tx, userId: string): Promise<void> {
  const others = await selectInvited(tx.db, userId);
  await tx.emitAll(
    relationshipChanged,
    others.map((otherId) => ({ userId: otherId, otherId: userId })),
  );
}
