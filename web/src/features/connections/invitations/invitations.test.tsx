import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { selectRelationship } from '#entities/people/connection-slice.ts';
import { hideMember } from '#features/moderation/moderation-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildInvitation, buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { InvitationsPanel } from '../components/invitations-panel.tsx';
import { InvitationsPage } from '../pages/invitations-page.tsx';
import { showRelationship } from '../relationship-events.ts';
import { loadInvitations } from './invitation-commands.ts';
import { selectReceivedCount } from './invitation-slice.ts';

const me = idOf(999);
const RECEIVED = 'GET /connections/get-invitaions';
const SENT = 'GET /connections/getSentReq';
const ANSWER = 'POST /connections/update-receive-req';

beforeEach(() => {
  toast.remove();
  writeSession('abc', buildOwnUser({ _id: me }));
});

const page = (
  numbers: number[],
  nextCursor: string | null = null,
  total = numbers.length,
  note: string | null = null,
) =>
  ok(
    numbers.map((number) => buildInvitation(number, { note })),
    { page: null, limit: 20, nextCursor, total },
  );
const aside = {
  'GET /getProfile': ok(buildOwnUser({ _id: me })),
  'GET /recommendedToProfessionPeople': ok([buildSuggestion(50)], { nextCursor: null }),
};
const draw = () => (
  <>
    <InvitationsPage side={null} />
    <Toaster />
  </>
);
const accepted = ok(
  { from_user_id: idOf(2), status: 'accepted', connectionStatus: 'connected' },
  { connectionsCount: 1 },
);

describe('The page /mynetwork/invitaions', () => {
  it('shows name, profession, time and note of each invitation, newest first, with exact counts', async () => {
    serve({ ...aside, [RECEIVED]: page([2, 1], 'next', 30, 'We met at the market'), [SENT]: page([3]) });
    renderAt('/mynetwork/invitaions', draw);
    expect(await screen.findByRole('tab', { name: 'Recieved (30)', selected: true })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sent (1)' })).toBeTruthy();
    const panel = screen.getByRole('tabpanel');
    const [first] = within(panel).getAllByRole('listitem');
    const link = within(first ?? panel).getByRole('link', { name: /Member2 Lind.*Potter/ });
    expect(link.getAttribute('href')).toBe(`/results/view-profile/${idOf(2)}`);
    expect(within(first ?? panel).getByText('We met at the market')).toBeTruthy();
    expect(first?.querySelector('time')?.dateTime).toBe('2026-03-01T20:00:00.000Z');
  });
  it('shows the avatars of people in common', async () => {
    const people = [{ _id: idOf(50), firstName: 'Cleo', lastName: 'Marsh', image: null }];
    const invitation = buildInvitation(1, { inCommon: { count: 2, people } });
    serve({ ...aside, [RECEIVED]: ok([invitation], { nextCursor: null, total: 1 }), [SENT]: page([]) });
    renderAt('/mynetwork/invitaions', draw);
    expect((await screen.findByRole('tabpanel')).textContent).toContain('Followed by Cleo and 1 other you follow');
  });
  it('reloads both lists on Accept, removes the row and moves the focus to the next one', async () => {
    let received = page([2, 1]);
    const requests = serve({ ...aside, [RECEIVED]: () => received, [SENT]: page([]), [ANSWER]: accepted });
    const { user } = renderAt('/mynetwork/invitaions', draw);
    const button = await screen.findByRole('button', { name: 'Accept the invitation from Member2 Lind' });
    received = page([1]);
    const before = requests.filter(({ path }) => path === '/connections/getSentReq').length;
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Member2 Lind/ })).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Accept the invitation from Member1 Lind');
    expect(await screen.findByRole('tab', { name: 'Recieved (1)' })).toBeTruthy();
    expect(requests.filter(({ path }) => path === '/connections/getSentReq').length).toBe(before + 1);
    expect(requests.find(({ path }) => path === '/connections/update-receive-req')?.body).toEqual({
      from_user_id: idOf(2),
      status: 'accepted',
    });
  });
  it('ignores the last invitation and shows that there are none left', async () => {
    let received = page([2]);
    const ignored = ok(
      { from_user_id: idOf(2), status: 'rejected', connectionStatus: 'none' },
      { connectionsCount: 0 },
    );
    serve({ ...aside, [RECEIVED]: () => received, [SENT]: page([]), [ANSWER]: ignored });
    const { user } = renderAt('/mynetwork/invitaions', draw);
    const button = await screen.findByRole('button', { name: 'Ignore the invitation from Member2 Lind' });
    received = page([]);
    await user.click(button);
    expect(await screen.findByText('No connection found')).toBeTruthy();
    expect(document.activeElement?.id).toBe('main');
  });
  it('leaves out an invitation whose account is deleted', async () => {
    serve({ ...aside, [RECEIVED]: page([2, 1]), [SENT]: page([]) });
    const { store } = renderAt('/mynetwork/invitaions', draw);
    await screen.findByRole('link', { name: /Member2 Lind/ });
    act(() => store.dispatch(hideMember(idOf(2), true)));
    expect(screen.queryByRole('link', { name: /Member2 Lind/ })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Recieved (1)' })).toBeTruthy();
  });
  it('logs a refusal without showing it', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    serve({ ...aside, [RECEIVED]: page([2]), [SENT]: page([]), [ANSWER]: fail(429, 'Slow down.') });
    const { user } = renderAt('/mynetwork/invitaions', draw);
    await user.click(await screen.findByRole('button', { name: 'Accept the invitation from Member2 Lind' }));
    await waitFor(() => expect(info).toHaveBeenCalledWith('Invitations: Slow down.'));
    expect(screen.queryByText('Slow down.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Accept the invitation from Member2 Lind' })).toBeTruthy();
  });
  it('withdraws an invitation, and sends it again with its note on Undo', async () => {
    let sent = page([3], null, 1, 'Hello');
    const requests = serve({
      ...aside,
      [RECEIVED]: page([]),
      [SENT]: () => sent,
      [`DELETE /connections/withdrawConnection/${idOf(703)}`]: ok({ _id: idOf(703), to_user_id: idOf(3) }),
      'POST /connections/send-req': ok({
        to_user_id: idOf(3),
        connectionStatus: 'sent',
        invitation: { _id: idOf(704) },
      }),
    });
    const { user, place } = renderAt('/mynetwork/invitaions', draw);
    await user.click(await screen.findByRole('tab', { name: 'Sent (1)' }));
    expect(place()).toBe('/mynetwork/invitaions?tab=sent');
    sent = page([]);
    await user.click(screen.getByRole('button', { name: 'Withdraw the invitation to Member3 Lind' }));
    expect(await screen.findByRole('tab', { name: 'Sent (0)' })).toBeTruthy();
    sent = page([3]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('tab', { name: 'Sent (1)' })).toBeTruthy();
    expect(requests.find(({ path }) => path === '/connections/send-req')?.body).toEqual({
      to_user_id: idOf(3),
      note: 'Hello',
    });
  });
  it('can be reloaded after a failure', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    let received = fail(503, 'Busy.');
    serve({ ...aside, [RECEIVED]: () => received, [SENT]: page([]) });
    const { user } = renderAt('/mynetwork/invitaions', draw);
    await screen.findByText('Invitations could not be loaded.');
    received = page([2]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Member2 Lind/ })).toBeTruthy();
  });
  it('keeps later pages when the first one is reloaded', async () => {
    let newest = page([9, 8], 'further', 4);
    serve({
      ...aside,
      [SENT]: page([]),
      [RECEIVED]: ({ search }) => (search.get('cursor') ? page([2, 1], null, 4) : newest),
    });
    const { store } = renderAt('/mynetwork/invitaions', draw);
    await screen.findByRole('link', { name: /Member9 Lind/ });
    await act(() => store.dispatch(loadInvitations('received', false)));
    newest = page([10, 9, 8], 'another', 5);
    await act(() => store.dispatch(loadInvitations('received', true)));
    const names = within(screen.getByRole('tabpanel')).getAllByRole('link');
    expect(names.map((link) => /Member\d+/.exec(link.textContent ?? '')?.[0])).toEqual([
      'Member10',
      'Member9',
      'Member8',
      'Member2',
      'Member1',
    ]);
  });
});

describe('The invitations panel', () => {
  it('shows three invitations and links to all of them', async () => {
    serve({ ...aside, [RECEIVED]: page([4, 3, 2, 1]) });
    renderAt('/mynetwork', () => <InvitationsPanel />);
    expect(await screen.findByRole('heading', { name: 'Invitations (4)' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Accept/ })).toHaveLength(3);
    const all = screen.getByRole('link', { name: 'see all invitations' });
    expect([all.textContent, all.getAttribute('href')]).toEqual(['see all', '/mynetwork/invitaions']);
  });
  it('shows a text when there are no invitations', async () => {
    serve({ ...aside, [RECEIVED]: page([]) });
    renderAt('/mynetwork', () => <InvitationsPanel />);
    expect(await screen.findByText('No connection found')).toBeTruthy();
  });
  it('shows an invitation when it arrives, and removes it when it is withdrawn', async () => {
    let received = page([]);
    serve({ ...aside, [RECEIVED]: () => received });
    const { store } = renderAt('/mynetwork', () => <InvitationsPanel />);
    await screen.findByText('No connection found');
    const relationship = { user_id: idOf(2), connectionsCount: 0, at: '2026-03-01T20:00:00.000Z' };
    received = page([2]);
    act(() => store.dispatch(showRelationship({ ...relationship, connectionStatus: 'received', receivedCount: 1 })));
    expect(selectReceivedCount(store.getState())).toBe(1);
    expect(await screen.findByRole('link', { name: /Member2 Lind/ })).toBeTruthy();
    expect(selectRelationship(store.getState(), idOf(2))).toEqual({ status: 'received', requestId: idOf(702) });
    received = page([]);
    act(() => store.dispatch(showRelationship({ ...relationship, connectionStatus: 'none', receivedCount: 0 })));
    expect(screen.queryByRole('link', { name: /Member2 Lind/ })).toBeNull();
    expect(await screen.findByText('No connection found')).toBeTruthy();
  });
  it('shows an error whose Try again keeps the focus until the invitations arrive', async () => {
    const responses: (FakeResponse | Promise<FakeResponse>)[] = [fail(503, 'Busy.')];
    serve({ ...aside, [RECEIVED]: () => responses.shift() ?? page([2]) });
    const { user } = renderAt('/mynetwork', () => <InvitationsPanel />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    const second = deferred<FakeResponse>();
    responses.push(second.promise);
    await user.click(retry);
    expect(document.activeElement).toBe(retry);
    await act(async () => second.resolve(fail(503, 'Still busy.')));
    expect(document.activeElement).toBe(retry);
    await user.click(retry);
    const person = (await screen.findAllByRole('link', { name: /Member2/ }))[0];
    await waitFor(() => expect(document.activeElement).toBe(person));
  });
  it('shows an event that arrives before a response when the two differ', async () => {
    const response = deferred<FakeResponse>();
    serve({ ...aside, [RECEIVED]: page([2]), [ANSWER]: () => response.promise });
    const { user, store } = renderAt('/mynetwork', () => <InvitationsPanel />);
    await user.click(await screen.findByRole('button', { name: /^Accept/ }));
    const relationship = { user_id: idOf(2), connectionsCount: 0, receivedCount: 0, at: '2026-03-01T20:00:00.000Z' };
    act(() => store.dispatch(showRelationship({ ...relationship, connectionStatus: 'none' })));
    response.resolve(fail(404, 'There is no invitation from this member any more.'));
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await waitFor(() => expect(selectRelationship(store.getState(), idOf(2))?.status).toBe('none'));
  });
});
