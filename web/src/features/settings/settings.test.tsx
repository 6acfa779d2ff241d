import { describeDevice } from '@afterhours/contract/account/device-name';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok } from '#testing/fake-server.ts';
import { showSettings } from '#testing/settings-page.tsx';
import { reloadSessions } from './session-changes.ts';
import { toTab } from './settings-tabs.ts';

const user = buildOwnUser({ phone: '+351123456789', country: 'Portugal' });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const time = '2026-03-01T20:00:00.000Z';
const buildSession = (number: number, current = false) => ({
  _id: idOf(600 + number),
  createdAt: time,
  lastSeenAt: time,
  userAgent: firefox,
  address: `192.0.2.${number}`,
  current,
});

const sessions = ok([buildSession(1, true), buildSession(2), buildSession(3)]);
type Responses = NonNullable<Parameters<typeof showSettings>[2]>;
const show = (at: Parameters<typeof showSettings>[1], more: Responses = {}) =>
  showSettings(user, at, { 'GET /sessions': sessions, ...more });
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

describe('The tab of the settings', () => {
  it.each([
    [1, 'account'],
    ['2', 'security'],
    [3, 'privacy'],
    [4, 'notifications'],
    ['sign-in-security', 'security'],
    ['Sign in & Security', 'security'],
    ['Account Preferences', 'account'],
    ['notification', 'notifications'],
    [9, undefined],
    ['nowhere', undefined],
    [null, undefined],
  ])('is read from %j as %j', (given, tab) => expect(toTab(given)).toBe(tab));

  it('is read from the navigation state unless the URL names one', async () => {
    const first = show({ pathname: '/Settings', state: { tab: 4 } });
    await heading('Notifications');
    await first.user.click(screen.getByRole('link', { name: 'Data Privacy' }));
    await heading('Data Privacy');
    expect(first.place()).toBe('/Settings?tab=privacy');
    expect(screen.getByRole('link', { name: 'Data Privacy' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('The account in the settings', () => {
  it('is shown in rows', async () => {
    show('/Settings');
    for (const name of [/^Name.*Ana Reyes/, /^Email.*ana@example/, /^Phone Number.*\+351/, /^Location.*Portugal/])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(await screen.findByText('You haven’t blocked anyone')).toBeTruthy();
  });
  it('ends the session when its request fails with any other status', async () => {
    const { store } = show('/Settings', { 'GET /getProfile': fail(403, 'No.') });
    await waitFor(() => expect(store.getState().auth).toMatchObject({ isLoggedIn: false, endedBy: 'expired' }));
  });
  it('stays signed in and offers a retry when the server is unreachable', async () => {
    let response: FakeResponse = 'unreachable';
    const { user: person, store } = show('/Settings', { 'GET /getProfile': () => response });
    await screen.findByText(/cannot be reached/);
    response = ok(user);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ana Reyes')).toBeTruthy();
    expect(store.getState().auth?.isLoggedIn).toBe(true);
  });
});

describe('A switch of the settings', () => {
  const at = '/Settings?tab=notifications';
  it('changes at once, and reverts with a message when the server rejects it', async () => {
    const response = deferred<FakeResponse>();
    const { user: person, requests } = show(at, { 'PUT /updateProfile': () => response.promise });
    const likes = await screen.findByRole('switch', { name: 'Likes' });
    await person.click(likes);
    expect(likes).toHaveProperty('checked', false);
    response.resolve(fail(503, 'Not now.'));
    await waitFor(() => expect(likes).toHaveProperty('checked', true));
    expect(requests.findLast(({ method }) => method === 'PUT')?.body).toEqual({ like_notification: 'Off' });
  });
  it('toggled twice ends in its last state, with both changes sent in order', async () => {
    const { user: person, requests } = show(at, {
      'PUT /updateProfile': ({ body }) => ok({ ...user, ...(body as object) }),
    });
    const follow = await screen.findByRole('switch', { name: 'Follow' });
    await person.dblClick(follow);
    await waitFor(() => expect(follow.getAttribute('aria-busy')).toBeNull());
    expect(follow).toHaveProperty('checked', true);
    const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toEqual([{ follow_notification: 'Off' }, { follow_notification: 'On' }]);
  });
});

describe('Who may mention the member', () => {
  it('is chosen in the settings, changes at once, and reverts with a message when the server rejects it', async () => {
    const response = deferred<FakeResponse>();
    const { user: person, requests } = show('/Settings?tab=privacy', {
      'PUT /updateProfile': ({ body }) =>
        (body as { mentions_from: string }).mentions_from === 'nobody'
          ? response.promise
          : ok({ ...user, ...(body as object) }),
    });
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who may mention me' });
    await person.selectOptions(choice, 'People I follow');
    await waitFor(() => expect(choice.getAttribute('aria-busy')).toBeNull());
    expect(choice.value).toBe('following');
    await person.selectOptions(choice, 'Nobody');
    expect(choice.value).toBe('nobody');
    response.resolve(fail(503, 'Not now.'));
    await waitFor(() => expect(choice.value).toBe('following'));
    const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toEqual([{ mentions_from: 'following' }, { mentions_from: 'nobody' }]);
  });
});

describe('The tab Sign in & Security', () => {
  const at = '/Settings?tab=security';
  it('lists the sessions, and ends all others after a confirmation', async () => {
    let sessions = [buildSession(1, true), buildSession(2), buildSession(3)];
    const { user: person } = show(at, {
      'GET /sessions': () => ok(sessions),
      'DELETE /sessions': () => {
        sessions = sessions.slice(0, 1);
        return ok({ ended: 2 });
      },
    });
    const list = await screen.findByRole('region', { name: 'Where you are signed in' });
    expect(await within(list).findAllByText('Firefox on Linux')).toHaveLength(3);
    expect(within(list).getByText('This device')).toBeTruthy();
    await person.click(within(list).getByRole('button', { name: 'End all others' }));
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  });
  it('passes the focus to the session that takes the place of one that was ended', async () => {
    let sessions = [1, 2, 3, 4].map((number) => buildSession(number, number === 1));
    const { user: person } = show('/Settings?tab=security', {
      'GET /sessions': () => ok(sessions),
      [`DELETE /sessions/${idOf(603)}`]: () => {
        sessions = sessions.toSpliced(2, 1);
        return ok({ ended: 1 });
      },
    });
    const ends = () => screen.findAllByRole('button', { name: /^End the session/ });
    const [, second, third] = await ends();
    await person.click(second as HTMLElement);
    await person.click(screen.getByRole('button', { name: 'End session' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(third));
  });

  it('keeps sessions and passkeys shown while they cannot be loaded again after a change', async () => {
    const passkey = { _id: idOf(701), label: 'My phone', backedUp: false, createdAt: time, lastUsedAt: null };
    let isDown = false;
    const list = (body: object[]) => () => (isDown ? fail(503, 'Busy.') : ok(body));
    const { user: person } = show(at, {
      'GET /sessions': list([buildSession(1, true), buildSession(2), buildSession(3)]),
      'GET /passkeys': list([passkey]),
      'DELETE /sessions': ok({ ended: 2 }),
      [`DELETE /passkeys/${idOf(701)}`]: ok(null),
    });
    const confirm = (name: string) =>
      person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
    await person.click(await screen.findByRole('button', { name: /^Remove My phone/ }));
    isDown = true;
    await confirm('Remove');
    await person.click(screen.getByRole('button', { name: 'End all others' }));
    await confirm('End all others');
    await waitFor(() => expect(screen.getAllByText('Busy.')).toHaveLength(2));
    expect(screen.getByText('My phone')).toBeTruthy();
    expect(screen.getByText('This device')).toBeTruthy();
    isDown = false;
    const sessions = within(screen.getByRole('region', { name: 'Where you are signed in' }));
    await person.click(sessions.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('End'));
  });
  it('follows two-step verification and passkeys that are changed elsewhere', async () => {
    let twoFactor = { enabled: false, enabledAt: null as string | null, recoveryCodesLeft: 0 };
    let keys: object[] = [];
    show(at, {
      'GET /twoFactor': () => ok(twoFactor),
      'GET /passkeys': () => ok(keys),
    });
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeTruthy();
    twoFactor = { enabled: true, enabledAt: time, recoveryCodesLeft: 10 };
    keys = [{ _id: idOf(701), label: 'My phone', backedUp: false, createdAt: time, lastUsedAt: null }];
    act(() => reloadSessions());
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy();
    expect(await screen.findByText('My phone')).toBeTruthy();
  });

  it('follows sign-ins and ends elsewhere, and still asks about a session that has just ended', async () => {
    let response = ok([buildSession(1, true)]);
    const { user: person } = show(at, { 'GET /sessions': () => response });
    const list = await screen.findByRole('region', { name: 'Where you are signed in' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    response = ok([buildSession(1, true), buildSession(2)]);
    act(() => reloadSessions());
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    const end = `End the session of Firefox on Linux · 192.0.2.2, last seen ${formatExact(time)}`;
    await person.click(within(list).getByRole('button', { name: end }));
    response = ok([buildSession(1, true)]);
    act(() => reloadSessions());
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('alertdialog').textContent).toContain('Firefox on Linux is signed out at once');
    response = fail(503, 'Not now.');
    act(() => reloadSessions());
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByText('Not now.')).toBeNull();
  });
  it('requires the new password twice, and shows errors at the fields on blur', async () => {
    const { user: person } = show(at);
    await person.click(await screen.findByRole('button', { name: /^Change Password/ }));
    await person.click(await screen.findByLabelText(/^Current password/));
    await person.tab();
    expect(await screen.findByText('Current Password is required.')).toBeTruthy();
    await person.click(screen.getByLabelText(/^New password/));
    await person.tab();
    expect(await screen.findByText('New Password is required.')).toBeTruthy();
    await person.type(screen.getByLabelText(/^New password/), 'Passw0rd1');
    await person.type(screen.getByLabelText(/^Confirm the new password/), 'Passw0rd2');
    await person.tab();
    expect(await screen.findByText('The passwords do not match.')).toBeTruthy();
  });
  it('mails a link to members without a password', async () => {
    const own = buildOwnUser({ hasPassword: false });
    const { user: person } = showSettings(own, at, { 'POST /forgotPassword': fail(429, 'Please wait.') });
    await person.click(await screen.findByRole('button', { name: 'Set a password' }));
    expect(await screen.findByText('Please wait.')).toBeTruthy();
  });
  it('unlinks the Google account, unless it is the only way to sign in', async () => {
    let unlinked: FakeResponse = fail(409, 'This is your only way to sign in.');
    let linked = true;
    const { user: person, requests } = show(at, {
      'GET /identities/google': () => ok({ available: true, linked }),
      'DELETE /identities/google': () => unlinked,
    });
    await person.click(await screen.findByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
    expect(await screen.findByText(/^Your account is linked to a Google account/)).toBeTruthy();
    unlinked = ok({ available: true, linked: false });
    linked = false;
    await person.click(await screen.findByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText(/^Not linked\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 Edg/153.0',
    'Edge on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36', 'Chrome on Android', true],
  [firefox, 'Firefox on Linux', false],
  ['curl/8.0', 'A program', false],
  [null, 'Unknown device', false],
])('The user agent %j is described as %j', (userAgent, name, mobile) =>
  expect(describeDevice(userAgent, t)).toEqual({ name, mobile }),
);

describe('The appearance', () => {
  it('is chosen in the settings, applies at once, and is reset by System', async () => {
    const { user: visitor } = show('/Settings');
    const theme = await screen.findByLabelText<HTMLSelectElement>('Theme');
    expect(theme.value).toBe('system');
    await visitor.selectOptions(theme, 'Dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await visitor.selectOptions(theme, 'System');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});

describe('A row of the account', () => {
  it.each([
    ['Phone Number', /^Phone number/],
    ['Location', /^Country/],
    ['Name', /^First name/],
  ] as const)('opens the dialog at its own field: %s', async (row, label) => {
    const { user: visitor } = show('/Settings');
    await visitor.click(await screen.findByRole('button', { name: new RegExp(`^${row}`) }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  });
});
