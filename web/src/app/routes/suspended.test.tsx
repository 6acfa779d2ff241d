import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { AppRoutes } from './routes.tsx';

vi.mock('../live/realtime-bridge.tsx', () => ({ RealtimeBridge: () => null }));

const until = '2036-03-01T20:00:00.000Z';
const suspended = buildOwnUser({ sanction: { until } });
const decision = {
  _id: idOf(800),
  subject: { kind: 'member', _id: idOf(1) },
  excerpt: 'Ana Lima',
  action: 'suspend',
  rule: 'Be kind',
  facts: null,
  statement: 'You threatened others.',
  until,
  hides: false,
  byNotice: true,
  automated: false,
  reversed: false,
  appeal: null,
  appealUntil: until,
  createdAt: '2026-03-01T20:00:00.000Z',
};
const decisions = ok([decision], { page: null, limit: 20, nextCursor: null });

describe('A member who is kept out by a decision', () => {
  beforeEach(() => {
    writeSession('abc', suspended);
    serve({ 'GET /getProfile': ok(suspended), 'GET /me/decisions': decisions });
  });

  it.each(['/home', '/Messages', '/Login', '/results'])('sees the decision at %s, and ways to leave', async (path) => {
    const { place } = renderAt(path, () => <AppRoutes />);
    await screen.findByRole('heading', { name: 'Your account is suspended' });
    expect(place()).toBe('/suspended');
    expect(await screen.findByText('You threatened others.')).toBeTruthy();
    for (const name of ['Appeal', 'Export my data', 'Delete Account', 'Sign out'])
      expect(screen.getByRole('button', { name: new RegExp(name, 'i') })).toBeTruthy();
  });
});

it('A member who is suspended while a page is open is redirected to the decision, and back when it ends', async () => {
  writeSession('abc', buildOwnUser());
  serve({ 'GET /getProfile': ok(suspended), 'GET /me/decisions': decisions });
  const { user, place, store } = renderAt('/owner', () => <AppRoutes />);
  await screen.findByRole('heading', { name: 'Become the owner' });
  void store.dispatch(loadOwnUser());
  await screen.findByRole('heading', { name: 'Your account is suspended' });
  serve({ 'GET /getProfile': ok(buildOwnUser()), 'GET /me/decisions': decisions });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByRole('heading', { name: 'Become the owner' });
  expect(place()).toBe('/owner');
});

it('A member who returns to the page after the suspension has ended need not check again', async () => {
  writeSession('abc', suspended);
  serve({ 'GET /getProfile': ok(suspended), 'GET /me/decisions': decisions });
  const { place } = renderAt('/owner', () => <AppRoutes />);
  await screen.findByRole('heading', { name: 'Your account is suspended' });
  await screen.findByText('You threatened others.');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
  serve({ 'GET /getProfile': ok(buildOwnUser()) });
  visibility.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByRole('heading', { name: 'Become the owner' });
  expect(place()).toBe('/owner');
});

describe('An applicant who is waiting for admission', () => {
  const waits = (waiting: 'code' | 'decision') => buildOwnUser({ waiting, isUserVerified: waiting === 'decision' });

  it.each(['/home', '/Messages', '/Login', '/results'])(
    'sees the state of the request at %s, and ways to leave',
    async (path) => {
      writeSession('abc', waits('decision'));
      serve({ 'GET /getProfile': ok(waits('decision')) });
      const { place } = renderAt(path, () => <AppRoutes />);
      await screen.findByRole('heading', { name: 'Your request is waiting' });
      expect(place()).toBe('/waiting');
      expect(screen.getByText(/you will get an email at ana@example.com/)).toBeTruthy();
      for (const name of ['Check again', 'Export my data', 'Delete Account', 'Sign out'])
        expect(screen.getByRole('button', { name: new RegExp(name, 'i') })).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Enter the code' })).toBeNull();
    },
  );

  it('is directed to the code first, and continues once accepted', async () => {
    writeSession('abc', waits('code'));
    serve({ 'GET /getProfile': ok(waits('code')) });
    const { place, user } = renderAt('/owner', () => <AppRoutes />);
    const link = await screen.findByRole('link', { name: 'Enter the code' });
    expect(link.getAttribute('href')).toBe('/verify');
    serve({ 'GET /getProfile': ok(buildOwnUser()) });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByRole('heading', { name: 'Become the owner' });
    expect(place()).toBe('/owner');
  });
});
