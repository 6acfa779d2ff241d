import { HOUR_MS } from '@afterhours/contract/base/durations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildConversation, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { conversationLoaded } from '../state/message-slice.ts';
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

it('A document on the second page opens after its address has expired', async () => {
  const document = { filetype: 'attachment', filename: '9.pdf', name: 'offer.pdf', mimeType: 'application/pdf' };
  const expired = { ...image(9, idOf(1)), ...document, urlExpiresAt: new Date(0).toISOString() };
  const fresh = { ...expired, url: '/api/fresh', urlExpiresAt: image(9, idOf(1)).urlExpiresAt };
  serve({
    'GET /messages/files': ({ search }) => {
      if (search.get('cursor')) return ok([expired], { nextCursor: null });
      const isLong = Number(search.get('limit')) > 12;
      return ok([image(1, idOf(1)), ...(isLong ? [fresh] : [])], { nextCursor: isLong ? null : 'second' });
    },
  });
  const opened = { opener: globalThis, location: { href: '' }, close: vi.fn() };
  vi.spyOn(globalThis, 'open').mockReturnValue(opened as unknown as Window);
  const chat = buildConversation();
  const { user } = renderAt('/Messages', (store) => {
    store.dispatch(conversationLoaded({ conversation: chat }));
    return <ChatSide userId={chat.other_user_id} />;
  });
  await user.click(await screen.findByRole('button', { name: 'See more' }));
  await user.click(await screen.findByRole('link', { name: 'Open Link: offer.pdf' }));
  await waitFor(() => expect(opened.location.href).toBe('/api/fresh'));
  expect(screen.getByRole('link', { name: 'Open Link: offer.pdf' }).getAttribute('href')).toBe('/api/fresh');
});

it('Shared files show who sent each picture', async () => {
  const chat = buildConversation();
  serve({
    'GET /messages/files': ok([image(1, chat.other_user_id), image(2, idOf(1))], { nextCursor: null }),
  });
  renderAt('/Messages', (store) => {
    store.dispatch(conversationLoaded({ conversation: chat }));
    return <ChatSide userId={chat.other_user_id} />;
  });
  expect(await screen.findByRole('button', { name: 'Open the picture picture-1.webp from Jonas' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the picture picture-2.webp from you' })).toBeTruthy();
});
