/** Signing in with the community's identity provider, and linking an account to it. */
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginPage } from '#features/account/pages/login-page.tsx';
import { OidcReturnPage } from '#features/account/pages/oidc-return-page.tsx';
import { SettingsPage } from '#features/settings/pages/settings-page.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { GuestsOnly } from './routes/guards.tsx';

const session = { token: 'abc', user: buildOwnUser(), isNew: false };
const providers = ok({ google: null, oidc: { name: 'Studio' } });
const address = 'https://id.studio.example/authorize?state=1';

const draw = () => (
  <Routes>
    <Route
      path="/Login"
      element={
        <GuestsOnly>
          <LoginPage />
        </GuestsOnly>
      }
    />
    <Route path="/Login/oidc" element={<OidcReturnPage />} />
    <Route path="/Settings" element={<SettingsPage />} />
    <Route path="*" element={<h1>Inside</h1>} />
  </Routes>
);

const settings = {
  'GET /getProfile': ok(buildOwnUser()),
  'GET /twoFactor': ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
  'GET /sessions': ok([]),
  'GET /identities/google': ok({ available: false, linked: false }),
  'GET /passkeys': ok([]),
};

beforeEach(() => sessionStorage.clear());

/** Presses a button that leads to the provider. Resolves once the browser is redirected there. */
async function depart(at: Parameters<typeof renderAt>[0], button: string): Promise<void> {
  const assign = vi.fn<(to: string) => void>();
  vi.stubGlobal('location', { origin: 'https://afterhours.test', hostname: 'afterhours.test', assign });
  const { user, unmount } = renderAt(at, draw);
  await user.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(address));
  unmount();
}

describe("A sign-in with the community's provider", () => {
  it('goes to the provider and back, then on to the requested page', async () => {
    const requests = serve({
      'GET /socialLogin': providers,
      'POST /socialLogin/oidc/start': ok({ address }),
      'POST /socialLogin/oidc': ok(session),
    });
    await depart({ pathname: '/Login', state: { from: '/find' } }, 'Continue with Studio');
    const { place } = renderAt('/Login/oidc?code=c&state=1', draw);
    await waitFor(() => expect(place()).toBe('/find'));
    expect(requests.at(-1)?.body).toEqual({ answer: '?code=c&state=1' });
    expect(localStorage.getItem('token')).toBe('"abc"');
  });

  it('shows what went wrong, and asks for the second step if required', async () => {
    serve({ 'POST /socialLogin/oidc': fail(401, 'Studio could not sign you in.') });
    const { unmount, place } = renderAt('/Login/oidc?code=c&state=1', draw);
    expect(await screen.findByText('Studio could not sign you in.')).toBeTruthy();
    expect(place()).toBe('/Login/oidc');
    unmount();
    serve({ 'POST /socialLogin/oidc': ok({ twoFactorRequired: true, challenge: 'dare' }) });
    renderAt('/Login/oidc?code=c&state=1', draw);
    expect(await screen.findByLabelText(/^Code/)).toBeTruthy();
  });

  it('returns to the form when the provider is down', async () => {
    serve({ 'GET /socialLogin': providers, 'POST /socialLogin/oidc/start': fail(503, 'Studio cannot be reached.') });
    const { user } = renderAt('/Login', draw);
    const button = await screen.findByRole('button', { name: 'Continue with Studio' });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  });
});

describe('Linking an account', () => {
  it('goes to the provider and back to the settings, and can be undone', async () => {
    writeSession('abc', buildOwnUser());
    let linked = false;
    const requests = serve({
      ...settings,
      'GET /identities/oidc': () => ok({ provider: 'Studio', linked }),
      'POST /identities/oidc/start': ok({ address }),
      'POST /identities/oidc': () => {
        linked = true;
        return ok({ provider: 'Studio', linked });
      },
      'DELETE /identities/oidc': () => {
        linked = false;
        return ok({ provider: 'Studio', linked });
      },
    });
    await depart('/Settings?tab=security', 'Link');
    const { user, place } = renderAt('/Login/oidc?code=c&state=1', draw);
    await user.click(await screen.findByRole('button', { name: 'Unlink' }));
    expect(place()).toBe('/Settings?tab=security');
    expect(await screen.findByRole('button', { name: 'Link' })).toBeTruthy();
    expect(requests.find(({ method, path }) => method === 'POST' && path === '/identities/oidc')?.body).toEqual({
      answer: '?code=c&state=1',
    });
  });
});
