/** Sign-in steps beyond the password: the second step, and signing in with Google. */
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GoogleReturnPage } from '#features/account/pages/google-return-page.tsx';
import { LoginPage } from '#features/account/pages/login-page.tsx';
import { WelcomePage } from '#features/account/pages/welcome-page.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { GuestsOnly, MembersOnly, OnlyAt } from './routes/guards.tsx';

const google = { clientId: 'client-1', authUrl: 'https://accounts.example/auth' };
const started = ok({ nonce: 'made-by-the-server' });
const session = { token: 'abc', user: buildOwnUser(), recoveryCodesLeft: 10 };
const press = (name: string) => screen.getByRole('button', { name });
const stored = () => localStorage.getItem('token');

const guests = (page: ReactElement) => <GuestsOnly>{page}</GuestsOnly>;
const draw = () => (
  <Routes>
    <Route path="/Login" element={guests(<LoginPage />)} />
    <Route path="/Login/google" element={guests(<GoogleReturnPage />)} />
    <Route
      path="/welcome"
      element={
        <OnlyAt page="/welcome">
          <WelcomePage />
        </OnlyAt>
      }
    />
    <Route
      path="*"
      element={
        <MembersOnly otherwise="/Login">
          <h1>Inside</h1>
        </MembersOnly>
      }
    />
  </Routes>
);

beforeEach(() => sessionStorage.clear());

describe('The second step of signing in', () => {
  async function reach(verify: Parameters<typeof serve>[0][string]) {
    const requests = serve({
      'GET /socialLogin': ok({ google: null, oidc: null }),
      'POST /login': ok({ twoFactorRequired: true, challenge: 'dare' }),
      'POST /login/verify': verify,
    });
    const shown = renderAt({ pathname: '/Login', state: { from: '/bookmarks' } }, draw);
    await shown.user.type(screen.getByLabelText(/Email/), 'ana@example.com');
    await shown.user.type(screen.getByLabelText(/^Password/), 'Passw0rd1');
    await shown.user.click(press('Sign in'));
    const code = await screen.findByLabelText(/^Code/);
    return { ...shown, requests, code };
  }

  it('accepts the code from the app and leads to the requested page', async () => {
    const { user, place, requests, code } = await reach(ok(session));
    expect(document.activeElement).toBe(code);
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await user.type(code, '123 456{Enter}');
    await waitFor(() => expect(place()).toBe('/bookmarks'));
    expect(requests.at(-1)?.body).toEqual({ challenge: 'dare', code: '123456' });
    expect(stored()).toBe('"abc"');
  });
  it('shows at the field that a code is missing or wrong', async () => {
    const errors = [{ field: 'code', message: 'This code is wrong or has expired.' }];
    const { user, code } = await reach(fail(422, 'Please check the marked fields.', { errors }));
    await user.click(press('Sign in'));
    expect(screen.getByText('Please enter the code.')).toBeTruthy();
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText('This code is wrong or has expired.')).toBeTruthy();
    expect(stored()).toBeNull();
  });
  it('accepts a recovery code instead', async () => {
    const { user, requests } = await reach(ok({ ...session, recoveryCodesLeft: 1 }));
    await user.click(press('Use a recovery code'));
    await user.type(screen.getByLabelText(/^Recovery code/), 'ABCD-efgh-ijkl{Enter}');
    await waitFor(() => expect(stored()).toBe('"abc"'));
    expect(requests.at(-1)?.body).toMatchObject({ code: 'abcd-efgh-ijkl' });
  });
  it('returns to the password with a message when it took too long', async () => {
    const message = 'Too many wrong codes, or too much time has passed. Please sign in again.';
    const { user, code } = await reach(fail(401, message));
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(/Email/)).toHaveProperty('value', 'ana@example.com');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '');
  });
  it('keeps this message only until the next attempt', async () => {
    const message = 'Too many wrong codes, or too much time has passed. Please sign in again.';
    const { user, code } = await reach(fail(401, message));
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    serve({ 'POST /login': fail(401, 'Invalid email or password.') });
    await user.type(screen.getByLabelText(/^Password/), 'wrong{Enter}');
    expect(await screen.findByText('Invalid email or password.')).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
  });
});

describe('Signing in with Google', () => {
  /** Leaves for Google from the login page. Returns the address with the request's parameters. */
  async function depart() {
    const assign = vi.fn<(address: string) => void>();
    vi.stubGlobal('location', { origin: 'https://afterhours.test', assign });
    const { user, unmount } = renderAt({ pathname: '/Login', state: { from: '/find' } }, draw);
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(assign).toHaveBeenCalled());
    unmount();
    return new URL(String(assign.mock.calls[0]?.[0]));
  }
  const arrive = (fragment: string) => renderAt(`/Login/google#${fragment}`, draw);

  it('is not offered where it is not set up', async () => {
    const requests = serve({ 'GET /socialLogin': ok({ google: null, oidc: null }) });
    renderAt('/Login', draw);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  });
  it('sends a nonce and a state, and accepts the matching response', async () => {
    const requests = serve({
      'GET /socialLogin': ok({ google, oidc: null }),
      'POST /socialLogin/start': started,
      'POST /socialLogin': ok({ ...session, isNew: false }),
    });
    const { searchParams, origin } = await depart();
    expect(origin).toBe('https://accounts.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'client-1',
      redirect_uri: 'https://afterhours.test/Login/google',
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid email profile',
      nonce: 'made-by-the-server',
      state: expect.stringMatching(/^[0-9a-f]{48}$/),
    });
    const { place } = arrive(`state=${searchParams.get('state')}&id_token=proof`);
    await waitFor(() => expect(place()).toBe('/find'));
    const body = { provider: 'google', credential: 'proof', nonce: searchParams.get('nonce') };
    expect(requests.find(({ method, path }) => method === 'POST' && path === '/socialLogin')?.body).toEqual(body);
    expect(stored()).toBe('"abc"');
  });
  it('shows when it cannot be started, and can be retried', async () => {
    serve({
      'GET /socialLogin': ok({ google, oidc: null }),
      'POST /socialLogin/start': fail(429, 'Too many requests.'),
    });
    const { user } = renderAt('/Login', draw);
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(press('Continue with Google').getAttribute('aria-busy')).not.toBe('true'));
    expect(sessionStorage.getItem('googleSignIn')).toBeNull();
  });
  it('can be followed by the second step', async () => {
    serve({
      'GET /socialLogin': ok({ google, oidc: null }),
      'POST /socialLogin/start': started,
      'POST /socialLogin': ok({ twoFactorRequired: true, challenge: 'dare' }),
      'POST /login/verify': ok(session),
    });
    const { searchParams } = await depart();
    const { user, place } = arrive(`state=${searchParams.get('state')}&id_token=proof`);
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await waitFor(() => expect(place()).toBe('/find'));
  });
  it.each([
    ['state=STATE&error=access_denied', 'You did not continue with Google. Nothing has changed.'],
    ['state=STATE&error=server_error', 'Google could not sign you in. Please try again.'],
    ['state=STATE', 'The response from Google was incomplete. Please try again.'],
    ['id_token=proof', 'The response from Google was incomplete. Please try again.'],
    ['state=other&id_token=proof', 'This sign-in was not started in this tab. Please start it here.'],
    ['', 'The response from Google was incomplete. Please try again.'],
  ])('shows an error for the response %j and sends nothing to the server', async (fragment, message) => {
    const requests = serve({ 'GET /socialLogin': ok({ google, oidc: null }), 'POST /socialLogin/start': started });
    const state = (await depart()).searchParams.get('state') ?? '';
    const { place } = arrive(fragment.replace('STATE', state));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back To Login' })).toBeTruthy();
    expect(place()).toBe('/Login/google');
    expect(requests.filter(({ method, path }) => method === 'POST' && path === '/socialLogin')).toEqual([]);
  });
  it('rejects a repeated response and one that was not requested', async () => {
    serve({
      'GET /socialLogin': ok({ google, oidc: null }),
      'POST /socialLogin/start': started,
      'POST /socialLogin': fail(401, 'Google did not confirm this sign-in.'),
    });
    const state = (await depart()).searchParams.get('state') ?? '';
    const { unmount } = arrive(`state=${state}&id_token=proof`);
    expect(await screen.findByText('Google did not confirm this sign-in.')).toBeTruthy();
    unmount();
    arrive(`state=${state}&id_token=proof`);
    expect(await screen.findByText(/was not started in this tab/)).toBeTruthy();
    expect(stored()).toBeNull();
  });
});

describe('The details that Google does not provide', () => {
  beforeEach(() => writeSession('abc', buildOwnUser({ needsDetails: true })));

  it('are requested before anything else; afterwards every page is open', async () => {
    const requests = serve({ 'POST /socialLogin/complete': ok(buildOwnUser()) });
    const { user, place } = renderAt('/find?tab=people', draw);
    expect(await screen.findByRole('heading', { name: 'Welcome, Ana' })).toBeTruthy();
    await user.click(press('Continue'));
    for (const message of ['Date of birth is required.', 'Phone number is required.', 'Country is required.'])
      expect(screen.getByText(message)).toBeTruthy();
    await user.type(screen.getByLabelText(/^Date of birth/), '03041991');
    await user.type(screen.getByLabelText(/^Phone/), '1234567890');
    await user.type(screen.getByLabelText(/^Country/), 'türkiye');
    await user.click(press('Continue'));
    await waitFor(() => expect(place()).toBe('/find?tab=people'));
    expect(requests.at(-1)?.body).toEqual({ dob: '03-04-1991', phone: '1234567890', country: 'Türkiye' });
  });
  it('do not prevent signing out', async () => {
    serve({ 'POST /logout': ok(null), 'GET /socialLogin': ok({ google: null, oidc: null }) });
    const { user } = renderAt('/welcome', draw);
    await user.click(press('Sign out'));
    expect(stored()).toBeNull();
  });
});
