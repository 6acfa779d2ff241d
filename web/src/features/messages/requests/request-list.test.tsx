import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { thread } from '#testing/messages-page.tsx';
import { renderAt } from '#testing/render-app.tsx';
import { MessagesPage } from '../pages/messages-page.tsx';
import { RequestList } from './request-list.tsx';

const buildRequest = (number: number) => ({
  _id: idOf(100 + number),
  state: 'waiting',
  user: buildPerson({ _id: idOf(number), firstName: `Sender ${number}` }),
  joinedAt: '2026-03-01T20:00:00.000Z',
  inCommon: { people: [], count: 0 },
  message_id: idOf(200 + number),
  content: 'May I ask you something?',
  createdAt: `2026-03-0${9 - number}T20:00:00.000Z`,
});

beforeEach(() => writeSession('abc', buildOwnUser()));

it('The requests are one stop of the Tab key, and the arrow keys move between them', async () => {
  serve({
    'GET /messages/requests': ok([1, 2, 3].map(buildRequest), { page: null, limit: 20, nextCursor: null, waiting: 3 }),
  });
  const opening = { to: (id: string) => `/Messages#${id}`, replace: false, state: null };
  const { user } = renderAt('/Messages', () => (
    <RequestList openId={null} opening={opening} onBack={() => undefined} />
  ));
  const first = await screen.findByRole('link', { name: /Sender 1/ });
  const links = screen.getAllByRole('link');
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(links[1]);
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(links[2]);
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

it('A request that is closed again returns the focus to its row', async () => {
  const otherUserDetail = { ...buildConversation().otherUserDetail, _id: idOf(1), firstName: 'Sender 1' };
  const chat = buildConversation({ other_user_id: idOf(1), otherUserDetail, request: 'waiting' });
  serve({
    'GET /messages/requests': ok([1, 2].map(buildRequest), { page: null, limit: 20, nextCursor: null, waiting: 2 }),
    'GET /messages/conversation': ok(chat),
    'GET /messages': thread(),
    'GET /messages/files': ok([], { page: null, limit: 12, nextCursor: null }),
    'PUT /messages/read': ok({ uniquekey: chat.uniquekey, readSeq: 2, unreadCount: 0 }, { unreadMessages: 0 }),
  });
  const { user } = renderAt('/Messages?list=requests', () => <MessagesPage />);
  const row = await screen.findByRole('link', { name: /Sender 1/ });
  await user.click(row);
  await screen.findByRole('button', { name: 'Accept' });
  // On a narrow screen, the row is hidden and has lost the focus.
  screen.getByRole('button', { name: 'Report' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  expect(document.activeElement).toBe(row);
});

it('The focus stays in the page on the way to the requests and back', async () => {
  serve({
    'GET /connections/getAllMessageConnections': ok([], { page: null, limit: 20, nextCursor: null }),
    'GET /messages/requests': ok([1, 2].map(buildRequest), { page: null, limit: 20, nextCursor: null, waiting: 2 }),
  });
  const { user } = renderAt('/Messages', () => <MessagesPage />);
  await user.click(await screen.findByRole('link', { name: /^Requests/ }));
  const back = await screen.findByRole('button', { name: 'Back to your chats' });
  await waitFor(() => expect([back, screen.getByRole('main')]).toContain(document.activeElement));
  await user.click(back);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New message' })));
});
