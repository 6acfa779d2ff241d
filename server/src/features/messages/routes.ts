import { cleanText } from '@afterhours/contract/constants/fields';
import { JOB_APPLIED, listMessageProblem, messageMessages } from '@afterhours/contract/constants/messages';
import * as conversations from '@afterhours/contract/messages/conversations';
import * as contract from '@afterhours/contract/messages/messages';
import { requireMember } from '#access/members.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { createNewMemberLimit } from '#features/automation/loaders.ts';
import { loadSigner } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { announceMessages } from './announcements.ts';
import { deleteMessage } from './delete-message.ts';
import { addMessageFileServing } from './files/serve.ts';
import { listenToDecisions } from './hidden-messages.ts';
import { fileKey, hasConversation, selectSharedFiles } from './history/read-queries.ts';
import { selectIdByClientId } from './queries.ts';
import { createSendOnce } from './send/send-once.ts';
import { toSharedFileView } from './views.ts';

const FILES = 'files';

function bindCreateMessage(context: FeatureContext): void {
  const { bind, services } = context;
  const limit = createNewMemberLimit(context, 'firstMessages');
  const sendOnce = createSendOnce(services);

  bind(
    contract.createMessage,
    async ({ viewerId, body, files }) => {
      if (body.sender_id && body.sender_id !== viewerId) throw new AppError(403, messageMessages.notSender);
      const problem = listMessageProblem(body.content, files.length);
      if (problem) throw fieldProblem('content', problem);
      const content = cleanText(body.content ?? '');
      const isApplication = content === JOB_APPLIED;
      if (isApplication && files.length > 0) throw fieldProblem('attachments', messageMessages.applicationFiles);
      const message = {
        senderId: viewerId,
        receiverId: body.receiver_id,
        content,
        jobPostId: isApplication ? body.post_id || null : null,
        clientId: body.client_id ?? null,
      };
      const isFirst = async () => !(await hasConversation(services.readsNow, viewerId, body.receiver_id));
      const action = { userId: viewerId, texts: [content], counts: isFirst };
      const stored = await limit(action, () => sendOnce(message, files));
      return { message: isApplication ? messageMessages.applied : messageMessages.sent, body: stored };
    },
    {
      isRepeat: async ({ viewerId, body: { client_id: clientId } }) =>
        Boolean(clientId) && (await selectIdByClientId(services.db, viewerId, clientId ?? '')) !== undefined,
    },
  );
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  announceMessages(services);
  listenToDecisions(services);
  addMessageFileServing(context);
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
    const [hasChat, rows, sign] = await Promise.all([
      hasConversation(services.readsNow, viewerId, query.userId),
      selectSharedFiles(services.readsNow, viewerId, query.userId, start),
      loadSigner(services.readsNow, viewerId),
    ]);
    // A conversation with a deleted account still exists.
    if (!hasChat) await requireMember(services.readsNow, viewerId, query.userId);
    const { items, ...paging } = toPage(FILES, rows, start, fileKey);
    return { body: items.map((row) => toSharedFileView(row, sign)), ...paging };
  });
}
