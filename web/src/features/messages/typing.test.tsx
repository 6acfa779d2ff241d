import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Chat } from './chat/chat.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

it('A key press in the composer neither measures nor scrolls the conversation above it', async () => {
  const thread = { limit: 30, nextCursor: null, more: false, uniquekey: idOf(90), lastSeq: 2, unreadMessages: 0 };
  serve({
    'GET /messages/conversation': ok(buildConversation()),
    'GET /messages': ok([buildMessage(1), buildMessage(2)], {
      ...thread,
      readSeq: 2,
      otherReadSeq: 0,
      otherDeliveredSeq: 0,
    }),
    'PUT /messages/read': ok({ uniquekey: idOf(90), readSeq: 2, unreadCount: 0 }, { unreadMessages: 0 }),
  });
  const { user } = renderAt('/Messages', () => <Chat userId={idOf(2)} />);
  const conversation = await screen.findByRole('region', { name: 'Messages with Jonas' });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Jonas' });
  await user.click(field);
  const measured = vi.spyOn(conversation, 'scrollHeight', 'get').mockReturnValue(0);
  await user.keyboard('Hello');
  expect(field.value).toBe('Hello');
  expect(measured).not.toHaveBeenCalled();
});
