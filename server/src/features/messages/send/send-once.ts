/** Sends a message with its files once, even if its client repeats the call. */
import { messageMessages } from '@afterhours/contract/constants/messages';
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import type { Message } from '@afterhours/contract/messages/messages';
import { requireMember } from '#access/members.ts';
import { discardUploads, type StoredFile, storeMessageFiles } from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import { findCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { maySendDocuments } from '../files/document-queries.ts';
import { loadMessage } from '../loaders.ts';
import { selectIdByClientId } from '../queries.ts';
import { wouldRequest } from '../requests/classify-first-message.ts';
import { createSend, type Send } from './send.ts';
import type { OutgoingMessage } from './stages.ts';

/** Stores a message's files; throws a 403 for files that the receiver does not accept yet. */
async function storeFiles(
  services: Services,
  { senderId, receiverId }: OutgoingMessage,
  received: readonly ReceivedFile[],
): Promise<StoredFile[]> {
  if (received.length === 0) return [];
  await requireMember(services.db, senderId, receiverId);
  if (await wouldRequest(services.db, senderId, receiverId)) throw new AppError(403, messageRequestMessages.textOnly);
  const hasDocuments = received.some(({ kind }) => kind === 'document');
  if (hasDocuments && !(await maySendDocuments(services.db, senderId, receiverId)))
    throw new AppError(403, messageMessages.documentsNotYet);
  return storeMessageFiles(services, senderId, received);
}

/** Sends a message with its files, which are deleted if they are not stored with it. */
async function sendWithFiles(
  services: Services,
  send: Send,
  message: OutgoingMessage,
  received: readonly ReceivedFile[],
): ReturnType<Send> {
  if (received.length === 0) return send({ ...message, files: [] });
  const { senderId, clientId } = message;
  const sentId = clientId === null ? undefined : await selectIdByClientId(services.db, senderId, clientId);
  if (sentId !== undefined) return { storedId: sentId, isNew: false };
  const files = await storeFiles(services, message, received);
  const discard = () => discardUploads(services, files);
  const sent = await send({ ...message, files }).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if ('storedId' in sent && !sent.isNew) await discard();
  return sent;
}

export type SendOnce = (message: OutgoingMessage, received: readonly ReceivedFile[]) => Promise<Message>;

/**
 * Returns a function that stores a message, or returns the one that was stored by an earlier repetition of the call.
 */
export function createSendOnce(services: Services): SendOnce {
  const send = createSend(services);
  return async (message, received) => {
    const createdId = findCreatedId();
    const sent =
      createdId === null
        ? await sendWithFiles(services, send, message, received)
        : { storedId: createdId, isNew: false };
    if ('message' in sent) return sent.message;
    const stored = await loadMessage(services.db, sent.storedId, message.senderId);
    if (!stored) throw notFound();
    if (stored.receiver_id !== message.receiverId) throw new AppError(409, messageMessages.clientIdUsed);
    return stored;
  };
}
