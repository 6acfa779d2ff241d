/** The messages page with two chats, one of them pinned, on a fake server. */
import { screen } from '@testing-library/react';
import { MessagesPage } from '#features/messages/pages/messages-page.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { buildConversation, buildMessage, idOf } from './build.ts';
import { ok, serve } from './fake-server.ts';
import { renderAt } from './render-app.tsx';

export const jonas = idOf(2);
export const mira = buildConversation({
  uniquekey: idOf(91),
  other_user_id: idOf(3),
  otherUserDetail: { ...buildConversation().otherUserDetail, _id: idOf(3), firstName: 'Mira', lastName: 'Lind' },
  pinned: true,
  status: 1,
});
export const paging = { page: null, limit: 20, nextCursor: null, unreadMessages: 0 };

/** The response with the messages of the chat with Jonas. */
export const thread = (messages = [buildMessage(1), buildMessage(2)], nextCursor: string | null = null) =>
  ok(messages, {
    limit: 30,
    nextCursor,
    more: false,
    uniquekey: idOf(90),
    lastSeq: messages.at(-1)?.seq ?? 0,
    readSeq: 2,
    otherReadSeq: 0,
    otherDeliveredSeq: 0,
    unreadMessages: 0,
  });

type Responses = Parameters<typeof serve>[0];

/** Opens the page at a chat, optionally with other responses, a navigation state or a different chat with Jonas. */
export function openMessages(
  hash: string,
  responses: Responses = {},
  state: unknown = null,
  jonasChat = buildConversation(),
) {
  const requests = serve({
    'GET /connections/getAllMessageConnections': ({ search }) =>
      ok(search.get('pinned') === 'true' ? [mira] : [jonasChat], paging),
    'GET /messages/conversation': ok(jonasChat),
    'GET /messages': thread(),
    'GET /messages/files': ok([], { page: null, limit: 12, nextCursor: null }),
    'GET /users': ok([], { page: null, limit: 20, nextCursor: null }),
    'PUT /messages/read': ok({ uniquekey: idOf(90), readSeq: 2, unreadCount: 0 }, { unreadMessages: 0 }),
    ...responses,
  });
  const at = { pathname: '/Messages', hash, state };
  const page = renderAt(at, () => (
    <>
      <MessagesPage />
      <Toaster />
    </>
  ));
  return { ...page, requests };
}

export const findSection = (name: string) => screen.findByRole('region', { name });
export const findBox = () => screen.findByRole('textbox', { name: 'Message to Jonas' });
export const sendButton = () => screen.getByRole('button', { name: 'Send' });
