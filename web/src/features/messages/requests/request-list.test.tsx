import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
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
