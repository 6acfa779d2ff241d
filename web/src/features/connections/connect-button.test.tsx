import { screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Relationship, relationshipsReceived } from '#entities/people/connection-slice.ts';
import { clearSession, writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { ConnectButton } from './components/connect-button.tsx';

const person = { _id: idOf(1), firstName: 'Ana', lastName: 'Reyes' };
const own = { 'GET /getProfile': ok(buildOwnUser({ _id: idOf(9) })) };
const SEND = 'POST /connections/send-req';
const ANSWER = 'POST /connections/update-receive-req';
const counts = { connectionsCount: 1, receivedCount: 0 };

beforeEach(() => {
  toast.remove();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
});

/** Renders the button twice, as on two screens: an action with one must update the other. */
function draw(relationship: Relationship, responses: Record<string, FakeResponse | (() => Promise<FakeResponse>)>) {
  const requests = serve({ ...own, ...responses });
  const drawn = renderAt('/home', (store) => {
    store.dispatch(relationshipsReceived({ [person._id]: relationship }));
    return (
      <>
        <ConnectButton person={person} />
        <ConnectButton person={person} size="medium" />
        <Toaster />
      </>
    );
  });
  const first = (name: string | RegExp) => {
    const [button] = screen.getAllByRole('button', { name });
    if (!button) throw new Error('no such button');
    return button;
  };
  return { ...drawn, requests, first };
}

const none: Relationship = { status: 'none', requestId: null };
const sentTo = ok({ to_user_id: idOf(1), connectionStatus: 'sent', invitation: { _id: idOf(50) } }, counts);

it('The connect button invites with a note, shows Pending everywhere, and withdraws the invitation', async () => {
  const { user, requests, first } = draw(none, {
    [SEND]: sentTo,
    [`DELETE /connections/withdrawConnection/${idOf(50)}`]: ok({ _id: idOf(50), to_user_id: idOf(1) }),
  });
  await user.click(first('Connect with Ana Reyes'));
  const dialog = await screen.findByRole('dialog', { name: 'Connect with Ana Reyes' });
  await user.type(within(dialog).getByLabelText(/Add a note/), ' We met at the market ');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Pending/ })).toHaveLength(2));
  await waitFor(() => expect(requests[0]?.body).toEqual({ to_user_id: idOf(1), note: 'We met at the market' }));
  await user.click(first(/^Pending/));
  await user.click(screen.getByRole('menuitem', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Connect with Ana Reyes' })).toHaveLength(2));
});

it('An invitation may have no note, and connects at once if the member has already invited the viewer', async () => {
  const response = ok({ to_user_id: idOf(1), connectionStatus: 'connected', invitation: null }, counts);
  const { user, requests, first } = draw(none, { [SEND]: response });
  await user.click(first('Connect with Ana Reyes'));
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Connected with Ana Reyes' })).toHaveLength(2));
  expect(requests[0]?.body).toEqual({ to_user_id: idOf(1), note: null });
});

it('The dialog shows why an invitation was refused, and keeps the note', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { user, first } = draw(none, { [SEND]: fail(429, 'Slow down.') });
  await user.click(first('Connect with Ana Reyes'));
  await user.type(await screen.findByLabelText(/Add a note/), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await within(screen.getByRole('dialog')).findByText('Slow down.')).toBeTruthy();
  expect(screen.getByDisplayValue('Hello')).toBeTruthy();
});

it('The dialog opens without a note that was discarded', async () => {
  const { user, first } = draw(none, {});
  await user.click(first('Connect with Ana Reyes'));
  await user.type(await screen.findByLabelText(/Add a note/), 'Hello');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(first('Connect with Ana Reyes'));
  expect(await screen.findByLabelText<HTMLTextAreaElement>(/Add a note/)).toHaveProperty('value', '');
});

it.each([
  ['Accept', 'accepted', 'connected', 'Connected with Ana Reyes'],
  ['Ignore', 'rejected', 'none', 'Connect with Ana Reyes'],
] as const)(
  '%s answers a received invitation once, and passes the focus on',
  async (name, status, connectionStatus, then) => {
    const response = deferred<FakeResponse>();
    const { user, requests, first } = draw(
      { status: 'received', requestId: idOf(50) },
      { [ANSWER]: () => response.promise },
    );
    await user.click(first(`${name} the invitation from Ana Reyes`));
    await user.click(first('Accept the invitation from Ana Reyes'));
    await user.click(first(`${name} the invitation from Ana Reyes`));
    response.resolve(ok({ from_user_id: idOf(1), status, connectionStatus }, counts));
    await waitFor(() => expect(screen.getAllByRole('button', { name: then })).toHaveLength(2));
    expect(requests.filter(({ path }) => path === '/connections/update-receive-req')).toHaveLength(1);
    expect(requests[0]?.body).toEqual({ from_user_id: idOf(1), status });
    expect(document.activeElement?.getAttribute('aria-label')).toBe(then);
  },
);

it('The connect button removes a connection after a confirmation', async () => {
  const path = `DELETE /connections/remove/${idOf(1)}`;
  const { user, requests, first } = draw(
    { status: 'connected', requestId: null },
    { [path]: ok({ userId: idOf(1), connectionStatus: 'none' }, { connectionsCount: 0 }) },
  );
  await user.click(first('Connected with Ana Reyes'));
  await user.click(screen.getByRole('menuitem', { name: 'Remove connection' }));
  expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  const question = await screen.findByRole('alertdialog', { name: 'Remove Ana Reyes from your connections?' });
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Connect with Ana Reyes' })).toHaveLength(2));
});

it('The connect button is hidden for the viewer themselves and for guests', () => {
  writeSession('abc', buildOwnUser());
  draw(none, {});
  expect(screen.queryByRole('button')).toBeNull();
  clearSession();
  draw(none, {});
  expect(screen.queryByRole('button')).toBeNull();
});
