import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPerson } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Team } from './team.tsx';

it('What is said below the team waits for it, so that it does not move', async () => {
  const response = deferred<FakeResponse>();
  serve({ 'GET /staff/members': () => response.promise });
  renderAt('/moderation/team', () => <Team />);
  await screen.findByText('Loading the team');
  expect(screen.queryByText(/^A role takes effect/)).toBeNull();
  response.resolve(ok([{ user: buildPerson(), role: 'moderator', since: '2026-03-01T20:00:00.000Z' }]));
  expect(await screen.findByText(/^A role takes effect/)).toBeTruthy();
});
