import { cleanText } from '@afterhours/contract/fields';
import * as contract from '@afterhours/contract/messages';
import { AppError, fieldProblem, notFound } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { createMessage } from './commands.ts';
import { messageSent } from './events.ts';
import { selectMessage, selectUnreadMessages } from './queries.ts';
import { toMessageView } from './views.ts';

const { messageMessages } = contract;

/** Shows a message in the windows of both members, and the receiver how many they have not read. */
async function announce({ db, channels }: Services, messageId: string, receiverId: string): Promise<void> {
  const [row, messages] = await Promise.all([selectMessage(db, messageId), selectUnreadMessages(db, receiverId)]);
  if (!row) return;
  const message = toMessageView(row);
  for (const userId of [message.sender_id, message.receiver_id]) channels.toMember(userId, 'message', { message });
  channels.toMember(receiverId, 'unread', { messages });
}

export default function register({ bind, services }: FeatureContext): void {
  services.events.after(messageSent, ({ messageId, receiverId }) => announce(services, messageId, receiverId));

  bind(contract.createMessage, async ({ viewerId, body }) => {
    if (body.sender_id && body.sender_id !== viewerId) throw new AppError(403, messageMessages.notSender);
    const problem = contract.listMessageProblem(body.content, 0);
    if (problem) throw fieldProblem('content', problem);
    const messageId = await createMessage(services, viewerId, {
      receiverId: body.receiver_id,
      content: cleanText(body.content ?? ''),
      postId: body.post_id || null,
    });
    const row = await selectMessage(services.db, messageId);
    if (!row) throw notFound();
    const message = row.post_id === null ? messageMessages.sent : messageMessages.applied;
    return { message, body: toMessageView(row) };
  });
}
