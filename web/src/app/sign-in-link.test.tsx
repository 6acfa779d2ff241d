import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { LoginPage } from '#features/account/pages/login-page.tsx';
import { SignInLinkPage } from '#features/account/pages/sign-in-link-page.tsx';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { GuestsOnly } from './routes/guards.tsx';

const draw = () => (
  <Routes>
    <Route path="/Login" element={<LoginPage />} />
    <Route
      path="/Login/link"
      element={
        <GuestsOnly>
          <SignInLinkPage />
        </GuestsOnly>
      }
    />
    <Route path="*" element={<h1>Inside</h1>} />
  </Routes>
);
const providers = { 'GET /socialLogin': ok({ google: null, oidc: null }) };

describe('A sign-in link', () => {
  it('can be requested from the sign-in page', async () => {
    const requests = serve({ ...providers, 'POST /login/link': ok(null) });
    const { user } = renderAt('/Login', draw);
    await user.click(await screen.findByRole('link', { name: 'Email me a sign-in link' }));
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Email is required.')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Email/), 'ana@example.com{Enter}');
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ email: 'ana@example.com' });
  });

  it('signs in on a click rather than on load', async () => {
    const requests = serve({ 'POST /login/link/confirm': ok({ token: 'abc', user: buildOwnUser() }) });
    const { user, place } = renderAt('/Login/link#secret', draw);
    const button = await screen.findByRole('button', { name: 'Sign in' });
    expect(requests).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(place()).toBe('/home'));
    expect(requests[0]?.body).toEqual({ token: 'secret' });
  });

  it('reports that it is no longer valid, or asks for the second step', async () => {
    serve({ 'POST /login/link/confirm': fail(401, 'This link is not valid in this browser.') });
    const first = renderAt('/Login/link#secret', draw);
    await first.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('This link is not valid in this browser.')).toBeTruthy();
    await first.user.click(screen.getByRole('link', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('button', { name: 'Send the link' })).toBeTruthy();
    first.unmount();
    serve({ 'POST /login/link/confirm': ok({ twoFactorRequired: true, challenge: 'dare' }) });
    const second = renderAt('/Login/link#secret', draw);
    await second.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByLabelText(/^Code/)).toBeTruthy();
  });
});
