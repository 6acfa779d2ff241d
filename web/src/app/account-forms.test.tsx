import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ForgotPage } from '#features/account/pages/forgot-page.tsx';
import { LoginPage } from '#features/account/pages/login-page.tsx';
import { RegisterPage } from '#features/account/pages/register-page.tsx';
import { ResetPasswordPage } from '#features/account/pages/reset-password-page.tsx';
import { VerifyPage } from '#features/account/pages/verify-page.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { deferred, type FakeRequest, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { GuestsOnly } from './routes/guards.tsx';

/** Returns the error and hint texts of a field. */
const errorAt = (label: RegExp) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};
/** Leaves out the request for the sign-in providers, which the page sends on the side. */
const sent = (requests: FakeRequest[]) => requests.filter(({ path }) => path !== '/socialLogin');
const press = (name: string) => screen.getByRole('button', { name });

describe('The registration form', () => {
  const fields = {
    'First name': 'Tess',
    'Last name': 'Novak',
    Email: 'tess@example.com',
    Phone: '1234567890',
    'Date of birth': '01011990',
    Country: 'Slovenia',
  };
  async function fill(user: ReturnType<typeof renderAt>['user'], changes: Record<string, string> = {}) {
    for (const [label, text] of Object.entries({ ...fields, ...changes })) {
      await user.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
    }
    await user.type(screen.getByLabelText(/^Password/), changes.Password ?? 'Passw0rd1');
  }

  it('shows every missing field and focuses the first one', async () => {
    serve({});
    const { user } = renderAt('/Register', () => <RegisterPage />);
    await user.click(press('Create account'));
    for (const message of [
      'Firstname is required.',
      'Lastname is required.',
      'Email is required.',
      'Phone number is required.',
      'Date of birth is required.',
      'Country is required.',
      'Password is required.',
    ]) {
      expect(screen.getByText(message)).toBeTruthy();
    }
    expect(document.activeElement).toBe(screen.getByLabelText(/First name/));
  });
  it.each([
    [/Email/, 'tess@@example', 'Invalid email address.'],
    [/Phone/, '12', 'Phone number is not valid'],
    [/^Country/, 'Ger', 'Please choose a country from the list.'],
    [/^Date of birth/, '31021990', 'This date does not exist.'],
    [/^Password/, 'short', 'Password must be at least 8 characters.'],
    [/^Password/, 'lowercase1', 'Password must contain an uppercase letter.'],
    [/^Password/, 'UPPERCASE1', 'Password must contain a lowercase letter.'],
    [/^Password/, 'NoDigitHere', 'Password must contain a digit.'],
  ])('shows at %s on blur what is wrong with %s', async (label, text, message) => {
    serve({});
    const { user } = renderAt('/Register', () => <RegisterPage />);
    await user.type(screen.getByLabelText(label), text);
    await user.tab();
    expect(errorAt(label)).toContain(message);
  });
  it('refuses people under 18', async () => {
    serve({});
    const { user } = renderAt('/Register', () => <RegisterPage />);
    await user.type(screen.getByLabelText(/^Date of birth/), `0101${new Date().getFullYear() - 10}`);
    await user.tab();
    expect(errorAt(/^Date of birth/)).toContain('You must be at least 18 years old to join.');
  });
  it('signs in and continues to the code', async () => {
    const requests = serve({
      'POST /signup': ok({ user: buildOwnUser() }),
      'POST /login': ok({ token: 'abc', user: buildOwnUser({ isUserVerified: false }) }),
    });
    const { user, place } = renderAt({ pathname: '/Register', state: { from: '/p/1' } }, () => (
      <GuestsOnly>
        <RegisterPage />
      </GuestsOnly>
    ));
    await fill(user);
    await user.click(press('Create account'));
    await waitFor(() => expect(place()).toBe('/verify'));
    expect(screen.getByLabelText('Place').dataset['state']).toBe(JSON.stringify({ from: '/p/1' }));
    expect(sent(requests)[0]?.body).toMatchObject({ dob: '01-01-1990', email: 'tess@example.com', profession: null });
    expect(localStorage.getItem('token')).toBe('"abc"');
  });
  it("shows that the address is taken, and shows the server's errors at their fields", async () => {
    let response = fail(409, 'Email is already registered.');
    serve({ 'POST /signup': () => response });
    const { user } = renderAt('/Register', () => <RegisterPage />);
    await fill(user);
    await user.click(press('Create account'));
    expect(within(await screen.findByRole('alert')).getByText(/Email is already registered\./)).toBeTruthy();
    response = fail(422, 'Please check the marked fields.', { errors: [{ field: 'phone', message: 'Not this one.' }] });
    await user.click(press('Create account'));
    await waitFor(() => expect(errorAt(/Phone/)).toContain('Not this one.'));
    expect(document.activeElement).toBe(screen.getByLabelText(/Phone/));
  });
  it('shows the invitation of a link even in an open community, so that a used one can be removed', async () => {
    const refusal = fail(422, 'Used up.', { errors: [{ field: 'invitation', message: 'Used up.' }] });
    const requests = serve({ 'POST /signup': refusal });
    const { user } = renderAt('/Register?invitation=spent', () => <RegisterPage />);
    await fill(user);
    await user.click(press('Create account'));
    await waitFor(() => expect(errorAt(/Invitation code/)).toContain('Used up.'));
    await user.clear(screen.getByLabelText(/Invitation code/));
    await user.click(press('Create account'));
    await waitFor(() => expect(sent(requests)).toHaveLength(2));
    expect(sent(requests)[1]?.body).toMatchObject({ invitation: null });
  });
});

describe('The login form', () => {
  it('is sent once however often it is submitted, and shows the error', async () => {
    const response = deferred<FakeResponse>();
    const requests = serve({ 'POST /login': () => response.promise });
    const { user, store } = renderAt('/Login', () => <LoginPage />);
    await user.type(screen.getByLabelText(/Email/), 'ana@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'wrong');
    await user.click(press('Sign in'));
    await user.click(press('Sign in'));
    await user.type(screen.getByLabelText(/^Password/), '{Enter}');
    response.resolve(fail(401, 'Invalid email or password.'));
    expect(await screen.findByText(/Invalid email or password\./)).toBeTruthy();
    expect(sent(requests)).toHaveLength(1);
    expect(store.getState().auth).toMatchObject({ isLoggedIn: false, loginStatus: 'failed' });
  });
  it('shows how long to wait after too many attempts, and sends nothing in the meantime', async () => {
    const requests = serve({ 'POST /login': fail(429, 'Too many attempts.', { retryAfter: 60 }) });
    const { user } = renderAt('/Login', () => <LoginPage />);
    await user.type(screen.getByLabelText(/Email/), 'ana@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'Passw0rd1{Enter}');
    expect(await screen.findByText(/try again in (60|59) s/)).toBeTruthy();
    await user.click(press('Sign in'));
    expect(sent(requests)).toHaveLength(1);
  });
  it('leads to the requested page, but never to another site', async () => {
    serve({ 'POST /login': ok({ token: 'abc', user: buildOwnUser() }) });
    for (const [from, to] of [
      ['/activities#x', '/activities'],
      ['//evil.example', '/home'],
    ] as const) {
      localStorage.clear();
      const { user, place, unmount } = renderAt({ pathname: '/Login', state: { from } }, () => (
        <Routes>
          <Route
            path="/Login"
            element={
              <GuestsOnly>
                <LoginPage />
              </GuestsOnly>
            }
          />
          <Route path="*" element={null} />
        </Routes>
      ));
      await user.type(screen.getByLabelText(/Email/), 'ana@example.com');
      await user.type(screen.getByLabelText(/^Password/), 'Passw0rd1{Enter}');
      await waitFor(() => expect(place()).toBe(to));
      unmount();
    }
  });
});

describe('Resetting the password', () => {
  it('asks for an address, then explains what happens next', async () => {
    serve({ 'POST /forgotPassword': ok(null) });
    const { user, place } = renderAt('/Forgot', () => <ForgotPage />);
    await user.type(screen.getByLabelText(/Email/), 'nope{Enter}');
    expect(errorAt(/Email/)).toContain('invalid email address.');
    await user.clear(screen.getByLabelText(/Email/));
    await user.type(screen.getByLabelText(/Email/), 'ana@example.com{Enter}');
    await waitFor(() => expect(place()).toBe('/information'));
  });
  it('offers a new link when the old one is expired or incomplete', async () => {
    serve({ 'POST /resetPassword': fail(422, 'This link is no longer valid. Please ask for a new one.') });
    const { user, unmount } = renderAt('/ResetPassword?token=old', () => <ResetPasswordPage />);
    await user.type(screen.getByLabelText(/New password/), 'Passw0rd2{Enter}');
    expect(await screen.findByText(/no longer valid/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/Forgot');
    unmount();
    renderAt('/ResetPassword', () => <ResetPasswordPage />);
    expect(screen.getByText('This link is incomplete.')).toBeTruthy();
  });
  it('leads to the login page after the new password', async () => {
    serve({ 'POST /resetPassword': ok(null) });
    const { user, place } = renderAt('/ResetPassword?token=good', () => <ResetPasswordPage />);
    await user.type(screen.getByLabelText(/New password/), 'Passw0rd2{Enter}');
    await waitFor(() => expect(place()).toBe('/Login'));
  });
});

describe('The page for the mailed code', () => {
  it('accepts a pasted code and has its field in focus from the start', async () => {
    writeSession('abc', buildOwnUser({ isUserVerified: false }));
    const requests = serve({ 'POST /verifyOtp': ok({ isUserVerified: true }) });
    const { user, place } = renderAt({ pathname: '/verify', state: { from: '/p/1' } }, () => <VerifyPage />);
    const code = screen.getByLabelText<HTMLInputElement>(/^Code/);
    expect(document.activeElement).toBe(code);
    await user.paste(' 940-685 ');
    expect(code.value).toBe('940685');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place()).toBe('/first-evening'));
    expect(screen.getByLabelText('Place').dataset['state']).toBe(JSON.stringify({ from: '/p/1' }));
    expect(requests[0]?.body).toEqual({ email: 'ana@example.com', otp: '940685' });
  });
  it('links to the settings when the sign-up address was wrong', () => {
    writeSession('abc', buildOwnUser({ isUserVerified: false }));
    serve({});
    renderAt({ pathname: '/verify', state: { from: '/p/1' } }, () => <VerifyPage />);
    expect(screen.getByRole('link', { name: 'Do this later' }).getAttribute('href')).toBe('/p/1');
    expect(screen.getByRole('link', { name: 'Wrong address?' }).getAttribute('href')).toBe('/Settings');
  });
});

describe('The form for the mailed code', () => {
  it('requires six digits', async () => {
    serve({});
    const { user } = renderAt('/verify', () => <VerifyPage />);
    await user.type(screen.getByLabelText(/Email/), 'ana@example.com');
    await user.type(screen.getByLabelText(/Code/), '12{Enter}');
    expect(errorAt(/Code/)).toContain('The code has 6 digits.');
  });
  it('requests a new code only after a while', async () => {
    serve({ 'POST /resendOtp': ok(null) });
    const { user } = renderAt('/verify', () => <VerifyPage />);
    await user.type(screen.getByLabelText(/Email/), 'ana@example.com');
    await user.click(press('Send a new code'));
    const again = await screen.findByRole('button', { name: /Send a new code \(in (30|29) s\)/ });
    expect(again.ariaDisabled).toBe('true');
  });
});
