/**
 * Writes messages. A message has an id made by its client: whatever a client repeats, at once or after a broken
 * connection, is stored once and answered with the same message. The conversation's row lock gives the order: the
 * numbers are taken under it, so they have the order of the commits, without gaps.
 */
import { JOB_APPLIED, messageMessages } from '@afterhours/contract/messages';
import { requireMember } from '#access/members.ts';
import { requirePost } from '#access/posts.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import {
  discardUploads,
  releaseUploads,
  type StoredFile,
  storeMessageFiles,
  takeIntoUse,
} from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import { keepMade } from '#http/idempotency.ts';
import type { Services } from '#services.ts';
import { messageDeleted, messageSent } from './events.ts';
import { maySendDocuments } from './files/document-queries.ts';
import {
  deleteAttachments,
  emptyMessage,
  forgetUnread,
  type HeldMessage,
  insertAttachments,
  insertJobApplication,
  insertMessage,
  lockMessage,
  selectIdByClientId,
  takePlace,
  touchMembers,
} from './queries.ts';

export type NewMessage = {
  receiverId: string;
  content: string;
  postId: string | null;
  clientId: string | null;
};

/**
 * Applies to a job once and returns the job's id. It has to be a visible job of the receiver, who is another member.
 */
async function applyToJob(tx: Tx, userId: string, { receiverId, postId }: NewMessage): Promise<string> {
  if (!postId) throw fieldProblem('post_id', messageMessages.noJob);
  const post = await requirePost(tx.db, userId, postId);
  if (post.postType !== 'job') throw fieldProblem('post_id', messageMessages.notJob);
  if (post.userId === userId) throw fieldProblem('post_id', messageMessages.ownJob);
  if (post.userId !== receiverId) throw fieldProblem('receiver_id', messageMessages.notOwner);
  if (!(await insertJobApplication(tx.db, userId, post.id))) throw new AppError(409, messageMessages.alreadyApplied);
  return post.id;
}

async function storeMessage(tx: Tx, userId: string, message: NewMessage, files: readonly StoredFile[]) {
  const receiver = await requireMember(tx.db, userId, message.receiverId);
  const isApplication = message.content === JOB_APPLIED;
  const jobPostId = isApplication ? await applyToJob(tx, userId, { ...message, receiverId: receiver.id }) : null;
  if (receiver.id === userId) throw fieldProblem('receiver_id', messageMessages.oneself);
  const place = await takePlace(tx.db, userId, receiver.id);
  const { content, clientId } = message;
  const messageId = await insertMessage(tx.db, place, { senderId: userId, content, postId: jobPostId, clientId });
  // This rolls the number back; the caller returns the message that has this client id.
  if (messageId === null) throw new AppError(409);
  const uploadIds = files.map((file) => file.id);
  if (!(await takeIntoUse(tx.db, uploadIds))) throw new AppError(409);
  await keepMade(tx.db, messageId);
  await insertAttachments(tx.db, messageId, place, files);
  await touchMembers(tx.db, place, userId, receiver.id);
  // The receiver's counts are locked now, as a block locks them, so that a concurrent block is seen here.
  await requireMember(tx.db, userId, receiver.id);
  const { conversationId } = place;
  await tx.emit(messageSent, {
    messageId,
    conversationId,
    senderId: userId,
    receiverId: receiver.id,
    jobPostId,
    message: null,
  });
  return messageId;
}

/**
 * Stores a message for another member, with its files, and returns its id; with the content JOBAPPLIED it applies to
 * the job `postId`. A `clientId` that this sender has used returns the id of the earlier message. Throws 404 when the
 * receiver or the job is not visible, 409 after an earlier application, 415 for a wrong kind of file, 422 for oneself
 * and for a post that is no job.
 */
export async function createMessage(
  services: Services,
  userId: string,
  message: NewMessage,
  received: readonly ReceivedFile[],
): Promise<string> {
  const findSent = async () =>
    message.clientId === null ? undefined : selectIdByClientId(services.db, userId, message.clientId);
  const sent = await findSent();
  if (sent !== undefined) return sent;
  if (received.length > 0) await requireMember(services.db, userId, message.receiverId);
  if (
    received.some(({ kind }) => kind === 'document') &&
    !(await maySendDocuments(services.db, userId, message.receiverId))
  )
    throw new AppError(403, messageMessages.documentsNotYet);
  const files = await storeMessageFiles(services, userId, received);
  try {
    return await inTransaction(services, (tx) => storeMessage(tx, userId, message, files));
  } catch (error) {
    await discardUploads(services, files);
    // The same message, sent at the same time, was stored first.
    const first = await findSent();
    if (first !== undefined) return first;
    throw error;
  }
}

/**
 * Deletes the member's own message for both sides, with its files; a repeat changes nothing. Its number is kept, so
 * that no other number changes. Throws 404 when it is in none of the member's conversations, 403 when the other member
 * wrote it.
 */
export function deleteMessage(services: Services, userId: string, messageId: string): Promise<HeldMessage> {
  return inTransaction(services, async (tx) => {
    const message = await lockMessage(tx.db, userId, messageId);
    if (!message) throw notFound();
    if (message.sender_id !== userId) throw new AppError(403);
    if (!(await emptyMessage(tx.db, message.id))) return message;
    await releaseUploads(tx.db, services.jobs, await deleteAttachments(tx.db, message.id));
    await tx.emit(messageDeleted, {
      messageId: message.id,
      conversationId: message.conversation_id,
      seq: message.seq,
      senderId: userId,
      receiverId: message.receiver_id,
      unreadLeft: await forgetUnread(tx.db, message),
    });
    return message;
  });
}
