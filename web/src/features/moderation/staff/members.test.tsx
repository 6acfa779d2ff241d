import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Members } from './members.tsx';

const member = (n: number) => ({
  user: { ...buildPerson(), _id: idOf(n), firstName: `Member ${n}` },
  email: `m${n}@example.com`,
  isUserVerified: true,
  role: 'member',
  sanction: null,
  waiting: false,
  createdAt: '2026-03-01T20:00:00.000Z',
});
const page = (numbers: number[], nextCursor: string) => ok(numbers.map(member), { page: null, limit: 20, nextCursor });

it('Show more moves the focus to the first new member, although only the arrow keys lead there', async () => {
  serve({
    'GET /staff/people': ({ search }) => (search.get('cursor') ? page([43, 44], 'last') : page([41, 42], 'next')),
  });
  const { user } = renderAt('/moderation/members', () => <Members keyword="" />);
  const isFocused = (name: RegExp) => document.activeElement === screen.getByRole('button', { name });
  (await screen.findByRole('button', { name: 'Show more' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: /Member 43/ });
  await waitFor(() => expect(isFocused(/Member 43/)).toBe(true));
  await user.keyboard('{ArrowDown}');
  expect(isFocused(/Member 44/)).toBe(true);
});
