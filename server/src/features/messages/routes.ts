import { cleanText } from '@afterhours/contract/base/fields';
import * as conversations from '@afterhours/contract/conversations';
import type { Message } from '@afterhours/contract/messages';
import * as contract from '@afterhours/contract/messages';
import { requireMember } from '#access/members.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { discardUploads, type StoredFile, storeMessageFiles } from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { findMade } from '#http/idempotency.ts';
import { announceMessages } from './announcements.ts';
import { deleteMessage } from './delete-message.ts';
import { maySendDocuments } from './files/document-queries.ts';
import { addMessageFileServing } from './files/serve.ts';
import { loadSigner } from './files/signed-urls.ts';
import { fileKey, hasConversation, selectSharedFiles } from './history/read-queries.ts';
import { loadMessage } from './loaders.ts';
import { selectIdByClientId } from './queries.ts';
import { createSending, type Send } from './send.ts';
import type { Sending } from './send-queries.ts';
import { toSharedFileView } from './views.ts';

const { messageMessages } = contract;
const FILES = 'files';

function bindCreateMessage({ bind, services }: FeatureContext): void {
  const send = createSending(services);

  /** Stores the files of a message; throws 403 for documents that the receiver does not take yet. */
  async function storeFiles(senderId: string, receiverId: string, received: ReceivedFile[]): Promise<StoredFile[]> {
    if (received.length === 0) return [];
    await requireMember(services.db, senderId, receiverId);
    const hasDocuments = received.some(({ kind }) => kind === 'document');
    if (hasDocuments && !(await maySendDocuments(services.db, senderId, receiverId)))
      throw new AppError(403, messageMessages.documentsNotYet);
    return storeMessageFiles(services, senderId, received);
  }

  /** Sends a message with its files, which are deleted when they are not stored with it. */
  async function sendWithFiles(message: Sending, received: ReceivedFile[]): ReturnType<Send> {
    if (received.length === 0) return send({ ...message, files: [] });
    const { senderId, receiverId, clientId } = message;
    const sentId = clientId === null ? undefined : await selectIdByClientId(services.db, senderId, clientId);
    if (sentId !== undefined) return { storedId: sentId, isNew: false };
    const files = await storeFiles(senderId, receiverId, received);
    const discard = () => discardUploads(services, files);
    const sent = await send({ ...message, files }).catch(async (error: unknown) => {
      await discard();
      throw error;
    });
    if ('storedId' in sent && !sent.isNew) await discard();
    return sent;
  }

  /** Stores a message, or returns the one stored for an earlier repetition of the call. */
  async function storeOnce(message: Sending, received: ReceivedFile[]): Promise<Message> {
    const madeId = findMade();
    const sent = madeId === null ? await sendWithFiles(message, received) : { storedId: madeId, isNew: false };
    if ('message' in sent) return sent.message;
    const stored = await loadMessage(services.db, sent.storedId, message.senderId);
    if (!stored) throw notFound();
    if (stored.receiver_id !== message.receiverId) throw new AppError(409, messageMessages.clientIdUsed);
    return stored;
  }

  bind(contract.createMessage, async ({ viewerId, body, files }) => {
    if (body.sender_id && body.sender_id !== viewerId) throw new AppError(403, messageMessages.notSender);
    const problem = contract.listMessageProblem(body.content, files.length);
    if (problem) throw fieldProblem('content', problem);
    const content = cleanText(body.content ?? '');
    const isApplication = content === contract.JOB_APPLIED;
    if (isApplication && files.length > 0) throw fieldProblem('attachments', messageMessages.applicationFiles);
    const message = {
      senderId: viewerId,
      receiverId: body.receiver_id,
      content,
      jobPostId: isApplication ? body.post_id || null : null,
      clientId: body.client_id ?? null,
    };
    const stored = await storeOnce(message, files);
    return { message: isApplication ? messageMessages.applied : messageMessages.sent, body: stored };
  });
}

export default function register(context: FeatureContext): void {
  const { app, bind, services } = context;
  announceMessages(services);
  addMessageFileServing(app, services);
  bindCreateMessage(context);

  bind(conversations.deleteMessage, async ({ viewerId, params }) => {
    const { id, conversation_id, seq } = await deleteMessage(services, viewerId, params.id);
    return {
      message: conversations.conversationMessages.messageDeleted,
      body: { _id: id, uniquekey: conversation_id, seq },
    };
  });

  bind(conversations.listSharedFiles, async ({ viewerId, query }) => {
    const start = pageStart(FILES, ['integer', 'integer'], query);
    const [talks, rows, sign] = await Promise.all([
      hasConversation(services.readsNow, viewerId, query.userId),
      selectSharedFiles(services.readsNow, viewerId, query.userId, start),
      loadSigner(services.readsNow, viewerId),
    ]);
    // A conversation with a deleted account still exists.
    if (!talks) await requireMember(services.readsNow, viewerId, query.userId);
    const { items, ...paging } = toPage(FILES, rows, start, fileKey);
    return { body: items.map((row) => toSharedFileView(row, sign)), ...paging };
  });
}
