import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildOwnUser } from '#testing/build.ts';
import { deferred, fail, ok } from '#testing/fake-server.ts';
import { showSettings } from '#testing/settings-page.tsx';

const show = (user = buildOwnUser(), more: Parameters<typeof showSettings>[2] = {}, state: unknown = null) =>
  showSettings(user, { pathname: '/Settings', state }, more);
const press = (name: string) => screen.getByRole('button', { name });

describe('The email address', () => {
  it('is changed with the password and a code that is mailed to the new address', async () => {
    const moved = buildOwnUser({ email: 'new@example.com' });
    const { user, requests } = show(buildOwnUser(), {
      'POST /account/changeEmail': ok(null),
      'POST /account/confirmEmail': ok(moved),
    });
    await user.click(await screen.findByRole('button', { name: /^Email/ }));
    await user.type(await screen.findByLabelText(/New email/), 'new@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'Passw0rd1');
    await user.click(press('Send the code'));
    const code = await screen.findByLabelText(/Code sent to new@example.com/);
    expect(document.activeElement).toBe(code);
    await user.paste('940 685');
    await user.click(press('Change email'));
    expect(await screen.findByRole('button', { name: /^Email.*new@example.com/ })).toBeTruthy();
    const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toEqual([{ newEmail: 'new@example.com', password: 'Passw0rd1', code: '' }, { code: '940685' }]);
  });

  it('shows errors at their fields, and goes back from the code to another address', async () => {
    let wrong = true;
    const { user } = show(buildOwnUser(), {
      'POST /account/changeEmail': () =>
        wrong
          ? fail(422, 'Password is incorrect.', { errors: [{ field: 'password', message: 'Password is incorrect.' }] })
          : ok(null),
    });
    await user.click(await screen.findByRole('button', { name: /^Email/ }));
    await user.type(await screen.findByLabelText(/New email/), 'new@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'wrong');
    await user.click(press('Send the code'));
    expect(await screen.findByText('Password is incorrect.')).toBeTruthy();
    wrong = false;
    await user.click(press('Send the code'));
    await user.click(await screen.findByRole('button', { name: 'Wrong address?' }));
    expect(screen.getByLabelText(/New email/)).toBeTruthy();
    await user.click(press('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('requires the second factor if it is on, and a password first if there is none', async () => {
    const first = show(buildOwnUser({ twoFactorEnabled: true }), {}, { edit: 'email' });
    expect(await screen.findByLabelText(/^Code/)).toBeTruthy();
    first.unmount();
    show(buildOwnUser({ hasPassword: false }), {}, { edit: 'email' });
    expect(await screen.findByText('Please set a password first.')).toBeTruthy();
  });
});

it.each(['Cancel', 'Close'])(
  'The dialog for the address stays while the code is being sent, on %s, too',
  async (name) => {
    const sent = deferred<ReturnType<typeof ok>>();
    const { user } = show(buildOwnUser(), { 'POST /account/changeEmail': () => sent.promise });
    await user.click(await screen.findByRole('button', { name: /^Email/ }));
    await user.type(await screen.findByLabelText(/New email/), 'new@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'Passw0rd1{Enter}');
    await user.click(press(name));
    sent.resolve(ok(null));
    expect(await screen.findByLabelText(/Code sent to new@example.com/)).toBeTruthy();
    await user.click(press(name));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

describe('Two-step verification', () => {
  it('explains why it needs a confirmed address, and links to the page for the code', async () => {
    show(buildOwnUser({ isUserVerified: false }), {}, { tab: 'security' });
    expect(await screen.findByText(/Confirm your email address first/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Enter the code' }).getAttribute('href')).toBe('/verify');
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });
  it('can be turned on by members with a confirmed address', async () => {
    show(buildOwnUser(), {}, { tab: 'security' });
    await waitFor(() => expect(press('Turn on')).toBeTruthy());
  });
  it.each([
    [0, /^You have used all of your recovery codes\./],
    [1, /^Only 1 recovery code is left\./],
  ])('says that %i recovery codes are left', async (recoveryCodesLeft, advice) => {
    const state = ok({ enabled: true, enabledAt: '2026-03-01T20:00:00Z', recoveryCodesLeft });
    show(buildOwnUser({ twoFactorEnabled: true }), { 'GET /twoFactor': state }, { tab: 'security' });
    expect(await screen.findByText(advice)).toBeTruthy();
  });
  it('says nothing about recovery codes whose number is not known', async () => {
    show(buildOwnUser({ twoFactorEnabled: true }), { 'GET /twoFactor': fail(500, 'Not now.') }, { tab: 'security' });
    expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy();
    expect(screen.queryByText(/of your recovery codes/)).toBeNull();
  });
  it('shows the recovery codes once it is turned on, and gives them the focus', async () => {
    const off = ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    const responses = {
      'GET /twoFactor': off,
      'POST /twoFactor/start': ok({ secret: 'ABCDEFGHIJKLMNOP', qrCode: '<svg/>' }),
      'POST /twoFactor/enable': ok({ recoveryCodes: ['aaaa-bbbb-cccc'] }),
    };
    const { user } = show(buildOwnUser(), responses, { tab: 'security' });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await screen.findByLabelText(/^Password/), 'Passw0rd1{Enter}');
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('aaaa-bbbb-cccc');
    expect(document.activeElement).not.toBe(document.body);
  });
  it('does not close while it is being turned on, so that the recovery codes are seen', async () => {
    const enabled = deferred<ReturnType<typeof ok>>();
    const responses = {
      'GET /twoFactor': ok({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
      'POST /twoFactor/start': ok({ secret: 'ABCDEFGHIJKLMNOP', qrCode: '<svg/>' }),
      'POST /twoFactor/enable': () => enabled.promise,
    };
    const { user } = show(buildOwnUser(), responses, { tab: 'security' });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await screen.findByLabelText(/^Password/), 'Passw0rd1{Enter}');
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await user.keyboard('{Escape}');
    await user.click(press('Cancel'));
    enabled.resolve(ok({ recoveryCodes: ['aaaa-bbbb-cccc'] }));
    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy();
  });
  it('does not close while new recovery codes are being created, because the previous ones stop working', async () => {
    const renewed = deferred<ReturnType<typeof ok>>();
    const responses = {
      'GET /twoFactor': ok({ enabled: true, enabledAt: '2026-03-01T20:00:00Z', recoveryCodesLeft: 10 }),
      'POST /twoFactor/recoveryCodes': () => renewed.promise,
    };
    const { user } = show(buildOwnUser({ twoFactorEnabled: true }), responses, { tab: 'security' });
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await user.type(await screen.findByLabelText(/^Password/), 'Passw0rd1');
    await user.type(screen.getByLabelText(/^Code/), '123456{Enter}');
    await user.keyboard('{Escape}');
    renewed.resolve(ok({ recoveryCodes: ['aaaa-bbbb-cccc'] }));
    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy();
  });
  it('that another window has turned on is shown as on, once the server has refused to turn it on again', async () => {
    let enabled = false;
    const state = () => ok({ enabled, enabledAt: enabled ? '2026-03-01T20:00:00Z' : null, recoveryCodesLeft: 10 });
    const { user } = show(
      buildOwnUser(),
      { 'GET /twoFactor': state, 'POST /twoFactor/start': fail(409, 'Two-step verification is already on.') },
      { tab: 'security' },
    );
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    enabled = true;
    await user.type(await screen.findByLabelText(/^Password/), 'Passw0rd1{Enter}');
    expect(await screen.findByText('Two-step verification is already on.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy();
  });
});
