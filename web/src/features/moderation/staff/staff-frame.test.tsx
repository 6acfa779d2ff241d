import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { TeamPage } from '../pages/team-page.tsx';

it.each([
  ['', ok({ count: 0 })],
  [', even if the requests cannot be counted', fail(503, 'Busy.')],
])('A staff page leads to where members add a second factor, and then has its content%s', async (_when, count) => {
  writeSession('abc', buildOwnUser({ staffRole: 'owner' }));
  const refused = fail(403, 'Please turn on two-step verification.', { reason: 'second-factor' });
  serve({ 'GET /staff/requests/count': refused, 'GET /staff/members': refused });
  const { unmount } = renderAt('/moderation/team', () => <TeamPage />);
  const link = await screen.findByRole('link', { name: 'Go to Sign in & Security' });
  expect(link.getAttribute('href')).toBe('/Settings?tab=security');
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  serve({ 'GET /staff/requests/count': count, 'GET /staff/members': ok([]) });
  renderAt('/moderation/team', () => <TeamPage />);
  expect(await screen.findByText('Owners and moderators')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go to Sign in & Security' })).toBeNull();
});
