import { cleanText } from '@afterhours/contract/base/fields';
import { conversationMessages, deleteMessage, listSharedFiles } from '@afterhours/contract/conversations';
import type { Message } from '@afterhours/contract/messages';
import * as contract from '@afterhours/contract/messages';
import { requireMember } from '#access/members.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { findMade } from '#http/idempotency.ts';
import { announceMessages } from './announcements.ts';
import * as commands from './commands.ts';
import { addMessageFileServing } from './files/serve.ts';
import { loadSigner } from './files/signed-urls.ts';
import { fileKey, hasConversation, selectSharedFiles } from './history/read-queries.ts';
import { loadMessage } from './loaders.ts';
import { createSending } from './send.ts';
import { toSharedFileView } from './views.ts';

const { messageMessages } = contract;
const FILES = 'files';

function bindCreateMessage({ bind, services }: FeatureContext): void {
  const send = createSending(services);

  /** Stores a message, or returns the one stored for an earlier repetition of the call. */
  async function storeOnce(userId: string, message: commands.NewMessage, files: ReceivedFile[]): Promise<Message> {
    const { receiverId, content, clientId } = message;
    const madeId = findMade();
    const isText = files.length === 0 && content !== contract.JOB_APPLIED;
    const sent = madeId === null && isText ? await send({ senderId: userId, receiverId, content, clientId }) : null;
    if (sent && 'message' in sent) return sent.message;
    const messageId = madeId ?? sent?.sentId ?? (await commands.createMessage(services, userId, message, files));
    const stored = await loadMessage(services.db, messageId, userId);
    if (!stored) throw notFound();
    if (stored.receiver_id !== receiverId) throw new AppError(409, messageMessages.clientIdUsed);
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
      receiverId: body.receiver_id,
      content,
      postId: body.post_id || null,
      clientId: body.client_id ?? null,
    };
    const stored = await storeOnce(viewerId, message, files);
    return { message: isApplication ? messageMessages.applied : messageMessages.sent, body: stored };
  });
}

export default function register(context: FeatureContext): void {
  const { app, bind, services } = context;
  announceMessages(services);
  addMessageFileServing(app, services);
  bindCreateMessage(context);

  bind(deleteMessage, async ({ viewerId, params }) => {
    const { id, conversation_id, seq } = await commands.deleteMessage(services, viewerId, params.id);
    return { message: conversationMessages.messageDeleted, body: { _id: id, uniquekey: conversation_id, seq } };
  });

  bind(listSharedFiles, async ({ viewerId, query }) => {
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
