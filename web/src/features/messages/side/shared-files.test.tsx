import { HOUR_MS } from '@afterhours/contract/base/durations';
import type { Message } from '@afterhours/contract/messages/messages';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { buildConversation, buildMessage, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { conversationLoaded, threadLoaded, threadRequested } from '../state/message-slice.ts';
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

afterEach(() => vi.useRealTimers());

const chat = buildConversation();

const renderSide = () =>
  renderAt('/Messages', (store) => {
    store.dispatch(conversationLoaded({ conversation: chat }));
    return <ChatSide userId={chat.other_user_id} />;
  });

/** Replaces the window in which a document opens. */
function stubWindow() {
  const opened = { opener: globalThis, location: { href: '' }, close: vi.fn() };
  vi.spyOn(globalThis, 'open').mockReturnValue(opened as unknown as Window);
  return opened;
}

it('A document opens after its address has expired, however many files are newer', async () => {
  const document = { filetype: 'attachment', filename: '9.pdf', name: 'offer.pdf', mimeType: 'application/pdf' };
  const expired = { ...image(9, idOf(1)), ...document, urlExpiresAt: new Date(0).toISOString() };
  const fresh = { ...expired, url: '/api/fresh', urlExpiresAt: image(9, idOf(1)).urlExpiresAt };
  serve({
    'GET /messages/files': ({ search }) => {
      const isLong = Number(search.get('limit')) > 12;
      if (search.get('cursor')) return ok([isLong ? fresh : expired], { nextCursor: null });
      return ok([image(1, idOf(1))], { nextCursor: 'second' });
    },
  });
  const opened = stubWindow();
  const { user } = renderSide();
  await user.click(await screen.findByRole('button', { name: 'See more' }));
  await user.click(await screen.findByRole('link', { name: 'Open Link: offer.pdf' }));
  await waitFor(() => expect(opened.location.href).toBe('/api/fresh'));
  expect(screen.getByRole('link', { name: 'Open Link: offer.pdf' }).getAttribute('href')).toBe('/api/fresh');
});

it('A document whose address has expired gets a new one together with all that are shown', async () => {
  const document = (number: number) => ({
    ...image(number, idOf(1)),
    filetype: 'attachment',
    filename: `${number}.pdf`,
    name: `${number}.pdf`,
    mimeType: 'application/pdf',
  });
  serve({
    'GET /messages/files': ({ search }) => {
      const at = search.get('cursor') ? 1 : 0;
      const isAgain = Number(search.get('limit')) > 12;
      const change = isAgain ? { url: `/api/fresh/${at}` } : { urlExpiresAt: new Date(0).toISOString() };
      return ok([{ ...document(at), ...change }], { nextCursor: at === 0 ? 'second' : null });
    },
  });
  stubWindow();
  const { user } = renderSide();
  await user.click(await screen.findByRole('button', { name: 'See more' }));
  const link = (name: string) => screen.findByRole('link', { name: `Open Link: ${name}` });
  await link('1.pdf');
  await user.click(await link('0.pdf'));
  for (const at of [0, 1])
    await waitFor(async () => expect((await link(`${at}.pdf`)).getAttribute('href')).toBe(`/api/fresh/${at}`));
});

it('Shared files are loaded again in one request when one is sent', async () => {
  const requests = serve({
    'GET /messages/files': ({ search }) => {
      const from = Number(search.get('cursor') ?? 0);
      const to = from + Number(search.get('limit'));
      const body = Array.from({ length: 40 }, (_, at) => image(at, idOf(1))).slice(from, to);
      return ok(body, { nextCursor: to < 40 ? `${to}` : null });
    },
  });
  const { user, store } = renderSide();
  for (let page = 0; page < 2; page++) await user.click(await screen.findByRole('button', { name: 'See more' }));
  await screen.findByRole('button', { name: 'Open the picture picture-35.webp from you' });
  const loaded = requests.length;
  const messages = [buildMessage(1, { attachments: [image(50, idOf(1))] as Message['attachments'] })];
  act(() => {
    store.dispatch(threadRequested(chat.other_user_id));
    store.dispatch(threadLoaded({ userId: chat.other_user_id, messages, cursor: null, lastSeq: 1 }));
  });
  await waitFor(() => expect(requests).toHaveLength(loaded + 1));
  expect(requests.at(-1)?.search.get('limit')).toBe('40');
});

it('Shared files show who sent each picture', async () => {
  serve({
    'GET /messages/files': ok([image(1, chat.other_user_id), image(2, idOf(1))], { nextCursor: null }),
  });
  renderSide();
  expect(await screen.findByRole('button', { name: 'Open the picture picture-1.webp from Jonas' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open the picture picture-2.webp from you' })).toBeTruthy();
});

it('A picture that has expired and is no longer on the server is asked for only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gone = { ...image(1, idOf(1)), urlExpiresAt: new Date(0).toISOString() };
  const shown = [gone, image(2, idOf(1))];
  const requests = serve({
    'GET /messages/files': ({ search }) =>
      ok(Number(search.get('limit')) > 12 ? shown.slice(1) : shown, { nextCursor: null }),
  });
  renderSide();
  // Loads, shows the picture, asks for it, and would ask again.
  for (let step = 0; step < 8; step += 1) await act(() => vi.advanceTimersByTimeAsync(100));
  expect(requests.filter(({ search }) => Number(search.get('limit')) > 12)).toHaveLength(1);
});
