import { HOUR_MS } from '@afterhours/contract/base/durations';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildConversation, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { connectionLoaded } from '../state/message-slice.ts';
import { ChatSide } from './chat-side.tsx';

const image = (number: number, sender_id: string) => ({
  _id: idOf(400 + number),
  message_id: idOf(500 + number),
  sender_id,
  filetype: 'image',
  filename: `${number}.webp`,
  name: `picture-${number}.webp`,
  mimeType: 'image/webp',
  size: 10,
  width: 4,
  height: 3,
  placeholder: null,
  url: `/api/${number}`,
  downloadUrl: `/api/${number}?download`,
  urlExpiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  createdAt: '2026-03-01T08:00:00.000Z',
});

it('Shared files show who sent each picture', async () => {
  const chat = buildConversation();
  serve({
    'GET /messages/files': ok([image(1, chat.other_user_id), image(2, idOf(1))], { nextCursor: null }),
  });
  renderAt('/Messages', (store) => {
    store.dispatch(connectionLoaded({ connection: chat }));
    return <ChatSide userId={chat.other_user_id} />;
  });
  expect(await screen.findByRole('button', { name: 'Open the picture picture-1.webp from Jonas' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the picture picture-2.webp from you' })).toBeTruthy();
});
