import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { SettingsPage } from './pages/settings-page.tsx';

const time = '2026-03-01T20:00:00.000Z';
const key = (label: string) => ({ _id: idOf(701), label, backedUp: false, createdAt: time, lastUsedAt: null });

function show(more: Parameters<typeof serve>[0], user = buildOwnUser({ hasPasskeys: true })) {
  writeSession('abc', user);
  const requests = serve({
    'GET /getProfile': ok(user),
    'GET /twoFactor': ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
    'GET /sessions': ok([]),
    'GET /identities/google': ok({ available: false, linked: false }),
    'GET /identities/oidc': ok({ provider: null, linked: false }),
    'GET /passkeys': ok([key('My phone')]),
    ...more,
  });
  return { requests, ...renderAt('/Settings?tab=security', () => <SettingsPage />) };
}
const list = () => screen.findByRole('region', { name: 'Passkeys' });

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
});

describe('The passkeys in the settings', () => {
  it('can be renamed', async () => {
    const { user, requests } = show({ [`PUT /passkeys/${idOf(701)}`]: ok(key('Work')) });
    await user.click(
      await screen.findByRole('button', { name: 'Rename My phone, added Sunday, 1 March 2026 at 20:00' }),
    );
    const name = await screen.findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Work{Enter}');
    await vi.waitFor(() => expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ label: 'Work' }));
  });

  it('can be renamed again after the typed name was discarded, starting from the stored name', async () => {
    const { user } = show({});
    const typedName = async () => {
      await user.click(await screen.findByRole('button', { name: /^Rename My phone/ }));
      return screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    };
    await user.type(await typedName(), ' of old');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect((await typedName()).value).toBe('My phone');
  });

  it.each(['renamed', 'removed'])('leave the list when one that was removed elsewhere is %s', async (change) => {
    let listed = [key('My phone')];
    const gone = () => {
      listed = [];
      return fail(404, 'This passkey has already been removed.');
    };
    const path = `/passkeys/${idOf(701)}`;
    const { user } = show({ 'GET /passkeys': () => ok(listed), [`PUT ${path}`]: gone, [`DELETE ${path}`]: gone });
    if (change === 'renamed') {
      await user.click(await screen.findByRole('button', { name: /^Rename My phone/ }));
      await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!{Enter}');
    } else {
      await user.click(await screen.findByRole('button', { name: /^Remove My phone/ }));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    }
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Add a passkey'));
  });

  it('pass the focus to the one that takes the place of a removed one', async () => {
    let listed = ['Phone', 'Laptop', 'Key'].map((label, at) => ({ ...key(label), _id: idOf(701 + at) }));
    const { user } = show({
      'GET /passkeys': () => ok(listed),
      [`DELETE /passkeys/${idOf(702)}`]: () => {
        listed = listed.filter(({ label }) => label !== 'Laptop');
        return ok(null);
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Remove Laptop/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove Key/));
  });

  it('are removed after a confirmation, and after the password if it is required', async () => {
    let [recent, removed] = [false, false];
    const { user } = show({
      'GET /passkeys': () => ok(removed ? [] : [key('My phone')]),
      [`DELETE /passkeys/${idOf(701)}`]: () => {
        removed = recent;
        return recent ? ok(null) : fail(403, 'Confirm.', { reason: 'recent' });
      },
      'POST /auth/confirm': () => {
        recent = true;
        return ok({ until: time });
      },
    });
    await user.click(within(await list()).getByRole('button', { name: /^Remove My phone/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    await user.type(screen.getByLabelText(/^Your password/), 'Passw0rd1{Enter}');
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
  });

  it('are removed after a code, not the password, if a second factor is required', async () => {
    let proven: unknown;
    const { user } = show(
      {
        [`DELETE /passkeys/${idOf(701)}`]: () => (proven ? ok(null) : fail(403, 'Confirm.', { reason: 'factor' })),
        'POST /auth/confirm': ({ body }) => {
          proven = body;
          return ok({ until: time });
        },
      },
      buildOwnUser({ hasPasskeys: true, twoFactorEnabled: true }),
    );
    await user.click(within(await list()).getByRole('button', { name: /^Remove My phone/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await user.type(await screen.findByLabelText(/^Code from your authenticator app/), '123456{Enter}');
    await vi.waitFor(() => expect(proven).toEqual({ code: '123456' }));
    expect(screen.queryByLabelText(/^Your password/)).toBeNull();
  });

  it('are removed after a passkey alone, if there is no authenticator app', async () => {
    const { user } = show({ [`DELETE /passkeys/${idOf(701)}`]: fail(403, 'Confirm.', { reason: 'factor' }) });
    await user.click(within(await list()).getByRole('button', { name: /^Remove My phone/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    expect(screen.queryByLabelText(/^Your password/)).toBeNull();
  });

  it('cannot be added where browsers do not support them, nor before the address is confirmed', async () => {
    const { unmount } = show({}, buildOwnUser({ isUserVerified: false }));
    expect(await screen.findByText('Confirm your email address first.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    unmount();
    vi.stubGlobal('location', { hostname: '127.0.0.1', origin: location.origin });
    show({});
    expect(await screen.findByText(/Passkeys cannot be created at this address/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('cannot be added in a browser without passkeys, which is not blamed on the address', async () => {
    vi.unstubAllGlobals();
    vi.stubGlobal('isSecureContext', true);
    show({});
    expect(await screen.findByText(/This browser has no passkeys/)).toBeTruthy();
  });
});
