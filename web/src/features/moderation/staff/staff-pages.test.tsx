import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { type FakeRequest, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { LogPage } from '../pages/log-page.tsx';
import { MembersPage } from '../pages/members-page.tsx';
import { TeamPage } from '../pages/team-page.tsx';

const time = '2026-03-01T20:00:00.000Z';
const beside = { page: null, limit: 20, nextCursor: null };
const zoe = { ...buildPerson(), _id: idOf(40), firstName: 'Zoe', lastName: 'Quint', username: 'zoe' };
const listed = {
  user: zoe,
  email: 'zoe@example.com',
  isUserVerified: false,
  role: 'member',
  sanction: null,
  waiting: false,
  createdAt: time,
};
const detail = {
  ...listed,
  lastSeenAt: time,
  twoFactorEnabled: false,
  passkeys: 0,
  sessions: 2,
  cases: 1,
  seller: false,
  decisions: [
    { _id: idOf(60), caseId: idOf(61), kind: 'job', action: 'warn', rule: 'No spam', reversed: false, decidedBy: null },
  ].map((one) => ({ ...one, createdAt: time })),
};
const none = {
  'GET /staff/requests/count': ok({ count: 0 }),
  [`GET /staff/people/${zoe._id}/related`]: ok([
    { user: { ...zoe, _id: idOf(41), firstName: 'Zelda' }, reasons: ['network', 'site'], sanction: { until: null } },
  ]),
};
const lastLog = (requests: FakeRequest[]) => requests.findLast(({ path: called }) => called === '/staff/audit');
const path = `/staff/people/${zoe._id}`;

beforeEach(() => {
  writeSession('abc', buildOwnUser({ staffRole: 'owner' }));
  Element.prototype.scrollIntoView = vi.fn();
});

describe('The staff page with members', () => {
  const show = (more: Parameters<typeof serve>[0] = {}) => {
    const requests = serve({
      ...none,
      'GET /staff/people': ok([listed], beside),
      [`GET ${path}`]: ok(detail),
      ...more,
    });
    return { requests, ...renderAt('/moderation/members', () => <MembersPage />) };
  };

  it('finds a member, shows the account, and ends the sessions', async () => {
    const { requests, user } = show({ [`POST ${path}/end-sessions`]: ok({ ended: 2 }) });
    await user.type(await screen.findByRole('searchbox', { name: 'Name or email address' }), 'zoe{Enter}');
    await waitFor(() => expect(requests.at(-1)?.search.get('keyword')).toBe('zoe'));
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    expect(await screen.findByText('Warn (Job)')).toBeTruthy();
    expect(await screen.findByText('same network, same site on the profile')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'End all sessions' }));
    await waitFor(() => expect(requests.some((one) => one.path === `${path}/end-sessions`)).toBe(true));
  });

  it('has the keyword and the chosen member in its address, so that a reload or a link shows them', async () => {
    const { user, place, unmount } = show();
    await user.type(await screen.findByRole('searchbox', { name: 'Name or email address' }), 'zoe{Enter}');
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    const address = `/moderation/members?q=zoe&member=${zoe._id}`;
    expect(place()).toBe(address);
    unmount();
    const requests = serve({ ...none, 'GET /staff/people': ok([listed], beside), [`GET ${path}`]: ok(detail) });
    renderAt(address, () => <MembersPage />);
    expect(await screen.findByText('Warn (Job)')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name or email address' }).value).toBe('zoe');
    expect(requests.find((one) => one.path === '/staff/people')?.search.get('keyword')).toBe('zoe');
  });

  it('announces that nobody was found', async () => {
    show({ 'GET /staff/people': ok([], beside) });
    expect((await screen.findByText('Nobody was found.')).role).toBe('status');
  });

  it('shows in the search box what the address searches for, after a link to all members as well', async () => {
    serve({ ...none, 'GET /staff/people': ok([listed], beside) });
    const { user } = renderAt('/moderation/members?q=zoe', () => <MembersPage />);
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name or email address' });
    expect(box.value).toBe('zoe');
    await user.click(screen.getByRole('link', { name: 'Members' }));
    expect(box.value).toBe('');
  });

  it.each([
    ['the role of a moderator', { role: 'moderator' }, 'Moderator'],
    ['that a moderator is banned', { role: 'moderator', sanction: { until: null } }, 'Banned'],
    ['that a member is one', {}, 'Member'],
  ])('shows in the list %s', async (_what, changes, shown) => {
    show({ 'GET /staff/people': ok([{ ...listed, ...changes }], beside) });
    const row = await screen.findByRole('button', { name: /Zoe Quint/ });
    expect(row.textContent).toContain(`@zoe · ${shown}`);
  });

  it("changes a member's email address", async () => {
    const { requests, user } = show({ [`PUT ${path}/email`]: ok({ email: 'new@example.com' }) });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    await user.click(await screen.findByRole('button', { name: 'Change the email address' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change the email address of Zoe Quint?' }));
    await user.type(form.getByLabelText(/New email/), 'new@example.com{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ newEmail: 'new@example.com' });
  });

  it('removes the passkeys of a member who has lost them, with a reason and after a code', async () => {
    const { requests, user } = show({
      [`GET ${path}`]: ok({ ...detail, passkeys: 1 }),
      [`DELETE ${path}/factors`]: ok({ passkeys: 1, twoFactor: false }),
    });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    await user.click(await screen.findByRole('button', { name: 'Remove passkeys and two-step verification' }));
    const dialog = { name: 'Remove passkeys and two-step verification of Zoe Quint?' };
    const form = within(await screen.findByRole('dialog', dialog));
    await user.click(form.getByRole('button', { name: 'Remove' }));
    expect(await form.findByText('Please tell the member why.')).toBeTruthy();
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'You lost your phone.');
    await user.click(form.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.find(({ method }) => method === 'DELETE')?.body).toEqual({ words: 'You lost your phone.' });
  });

  it('offers nothing to remove for a member who has only a password', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    expect(await screen.findByRole('button', { name: 'Send a password reset' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove passkeys and two-step verification' })).toBeNull();
  });

  it('approves a member to publish webinars', async () => {
    const { requests, user } = show({ [`PUT ${path}/seller`]: ok({ seller: true }) });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    const approved = await screen.findByRole('switch', { name: 'Approved to publish webinars' });
    expect(approved.getAttribute('aria-checked')).toBe('false');
    await user.click(approved);
    await waitFor(() => expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ seller: true }));
  });

  it('keeps a member shown while the page cannot be loaded again after an action', async () => {
    const responses = [ok(detail), fail(503, 'Busy.')];
    const { user } = show({
      [`GET ${path}`]: () => responses.shift() ?? ok(detail),
      [`PUT ${path}/seller`]: ok({ seller: true }),
    });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    await user.click(await screen.findByRole('switch', { name: 'Approved to publish webinars' }));
    expect(await screen.findByText('Busy.')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Approved to publish webinars' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Busy.')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open the profile'));
  });

  it('deletes an account with a reason, after the password', async () => {
    const { user } = show({ [`DELETE ${path}`]: fail(403, 'Please confirm that it is you.', { reason: 'recent' }) });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete the account' }));
    const form = within(await screen.findByRole('dialog', { name: 'Delete the account of Zoe Quint?' }));
    await user.click(form.getByRole('button', { name: 'Delete permanently' }));
    expect(await form.findByText('Please tell the member why.')).toBeTruthy();
    await user.selectOptions(form.getByRole('combobox', { name: /Reason/ }), 'Spam');
    await user.type(form.getByRole('textbox', { name: /Message to the member/ }), 'Only advertising.');
    await user.click(form.getByRole('button', { name: 'Delete permanently' }));
    const question = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you.' }));
    const later = serve({ ...none, 'POST /auth/confirm': ok({ until: time }), [`DELETE ${path}`]: ok(null) });
    await user.type(question.getByLabelText(/Your password/), 'Lamplight2026');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Zoe Quint/ })).toBeNull());
    expect(later.at(-1)?.body).toEqual({ category: 'spam', words: 'Only advertising.' });
  });

  it("hides email addresses and owners' actions from moderators", async () => {
    writeSession('abc', buildOwnUser({ staffRole: 'moderator' }));
    const { user } = show({ [`GET ${path}`]: ok({ ...detail, email: null }) });
    await user.click(await screen.findByRole('button', { name: /Zoe Quint/ }));
    expect(await screen.findByText('Only owners see it')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete the account' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log' })).toBeNull();
  });
});

it('The team page says since when members have a role; a member whose role is removed leaves the list', async () => {
  const set = `/staff/members/${zoe._id}/role`;
  const ines = { user: buildPerson({ _id: idOf(92), firstName: 'Ines' }), role: 'owner', since: time };
  let team = [ines, { user: zoe, role: 'moderator', since: time }];
  const requests = serve({
    ...none,
    'GET /staff/members': () => ok(team),
    [`PUT ${set}`]: () => {
      team = [ines];
      return ok({ user_id: zoe._id, role: 'member' });
    },
  });
  const { user } = renderAt('/moderation/team', () => <TeamPage />);
  expect(await screen.findAllByText(/^Since \d+ Mar/)).toHaveLength(2);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Zoe Quint' });
  const question = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Take the role from Zoe Quint?' }));
  await user.selectOptions(select, 'No role');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(select.value).toBe('moderator');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await user.selectOptions(select, 'No role');
  await user.click((await question()).getByRole('button', { name: 'Change the role' }));
  await waitFor(() => expect(screen.queryByText('Zoe Quint')).toBeNull());
  expect(requests.find((one) => one.path === set)?.body).toEqual({ role: 'member' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Role of Ines/ })));
});

it('The team stays shown while it cannot be loaded again; once it is, the keyboard continues with it', async () => {
  const team = ok([{ user: zoe, role: 'moderator', since: time }]);
  const responses = [team, fail(503, 'Busy.')];
  serve({
    ...none,
    'GET /staff/members': () => responses.shift() ?? team,
    [`PUT /staff/members/${zoe._id}/role`]: ok({ user_id: zoe._id, role: 'owner' }),
  });
  const { user } = renderAt('/moderation/team', () => <TeamPage />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Zoe Quint' }), 'Owner');
  await user.click(await screen.findByRole('button', { name: 'Change the role' }));
  expect(await screen.findByText('Busy.')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Role of Zoe Quint' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Role of Zoe Quint' })));
});

describe('The log page', () => {
  it('shows who did what to whom, and can be narrowed to one action', async () => {
    const entry = { _id: idOf(70), actor: buildPerson(), actorId: idOf(1), action: 'role', createdAt: time };
    const about = { subject: { kind: 'member', _id: zoe._id }, member: zoe };
    const requests = serve({
      ...none,
      'GET /staff/audit': ok(
        [
          { ...entry, ...about, details: { from: 'member', to: 'moderator' } },
          { ...entry, ...about, _id: idOf(71), action: 'decided-warn', details: { case: idOf(701) } },
          { ...entry, ...about, _id: idOf(72), action: 'settings', details: { settings: 'rules, newMembers, later' } },
          { ...entry, ...about, _id: idOf(74), action: 'payout', details: { amount: '1250', currency: 'eur' } },
          { ...entry, ...about, _id: idOf(73), action: 'member-deleted', details: { reason: 'hate' } },
        ],
        beside,
      ),
    });
    const { user } = renderAt('/moderation/log', () => <LogPage />);
    expect(await screen.findByText('No role → Moderator')).toBeTruthy();
    const [link] = screen.getAllByRole('link', { name: 'Zoe Quint' });
    expect(link?.getAttribute('href')).toBe(`/moderation/members?member=${zoe._id}`);
    const ofCase = screen.getByRole('link', { name: /^See the case: Decided: warned, Zoe Quint, .*2026/ });
    expect(ofCase.getAttribute('href')).toBe(`/moderation?case=${idOf(701)}`);
    expect(screen.getByText('Changed: Rules · Limit new members · later')).toBeTruthy();
    expect(screen.getByText('Hate')).toBeTruthy();
    expect(screen.getByText('€12.50')).toBeTruthy();
    expect(link?.closest('p')?.textContent).toContain('about Zoe Quint');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What was done' }), 'Account deleted');
    await waitFor(() => expect(requests.at(-1)?.search.get('action')).toBe('member-deleted'));
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(requests.at(-1)?.path).toBe('/staff/audit/export'));
    expect(requests.at(-1)?.search.get('action')).toBe('member-deleted');
  });

  it('keeps its filter in the URL', async () => {
    const requests = serve({ ...none, 'GET /staff/audit': ok([], beside) });
    const { user } = renderAt('/moderation/log?action=role', () => <LogPage />);
    await waitFor(() => expect(lastLog(requests)?.search.get('action')).toBe('role'));
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What was done' });
    expect(select.value).toBe('role');
    await user.selectOptions(select, 'Everything');
    await waitFor(() => expect(lastLog(requests)?.search.get('action')).toBeNull());
    expect(await screen.findByText('No entries yet.')).toBeTruthy();
  });

  it("shows one member's entries if the URL names the member, until everyone is chosen", async () => {
    const requests = serve({ ...none, 'GET /staff/audit': ok([], beside) });
    const { user } = renderAt(`/moderation/log?member=${zoe._id}`, () => <LogPage />);
    expect((await screen.findByText('No entries of this kind yet.')).role).toBe('status');
    expect(lastLog(requests)?.search.get('member')).toBe(zoe._id);
    await user.click(screen.getByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(lastLog(requests)?.search.get('member')).toBeNull());
  });

  it('rejects moderators', async () => {
    writeSession('abc', buildOwnUser({ staffRole: 'moderator' }));
    serve(none);
    renderAt('/moderation/log', () => <LogPage />);
    expect(await screen.findByText('This page is for the owners of this community.')).toBeTruthy();
  });
});
