import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { OwnerPage } from '../pages/owner-page.tsx';

const user = buildOwnUser();
const show = (hash: string, responses: Parameters<typeof serve>[0]) => {
  const requests = serve({ 'GET /getProfile': ok({ ...user, staffRole: 'owner' }), ...responses });
  return { requests, ...renderAt(`/owner${hash}`, () => <OwnerPage />) };
};
const press = async (shown: ReturnType<typeof show>) =>
  shown.user.click(await screen.findByRole('button', { name: 'Become the owner' }));

beforeEach(() => writeSession('abc', user));

describe('The page for the first owner', () => {
  it('sends the token of the link and leads on to two-step verification', async () => {
    const shown = show('#secret', { 'POST /staff/first-owner': ok({ role: 'owner' }) });
    await press(shown);
    const link = await screen.findByRole('link', { name: 'Go to Sign in & Security' });
    expect(link.getAttribute('href')).toBe('/Settings?tab=security');
    expect(screen.getByRole('heading', { level: 1, name: 'You are the owner' })).toBeTruthy();
    expect(shown.requests.find(({ path }) => path === '/staff/first-owner')?.body).toEqual({ token: 'secret' });
  });

  it.each([
    ['two-step verification', { twoFactorEnabled: true }],
    ['a passkey', { hasPasskeys: true }],
  ])('leads owners who have %s to the settings of the community', async (_, factor) => {
    const owner = buildOwnUser({ staffRole: 'owner', ...factor });
    writeSession('abc', owner);
    show('#secret', { 'GET /getProfile': ok(owner) });
    const link = await screen.findByRole('link', { name: 'Set up the community' });
    expect(link.getAttribute('href')).toBe('/moderation/community');
    expect(screen.queryByText(/before you begin/)).toBeNull();
  });

  it('shows an error if the link is no longer valid', async () => {
    const shown = show('#old', { 'POST /staff/first-owner': fail(422, 'This link is no longer valid.') });
    await press(shown);
    expect(await screen.findByText('This link is no longer valid.')).toBeTruthy();
  });

  it('asks for the whole link if the token is missing', async () => {
    show('', {});
    expect(await screen.findByText(/This link is incomplete/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Become the owner' })).toBeNull();
  });
});
