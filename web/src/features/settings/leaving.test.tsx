import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endSession } from '#features/account/session-commands.ts';
import { writeDraft } from '#lib/browser/session-storage.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok } from '#testing/fake-server.ts';
import { showSettings } from '#testing/settings-page.tsx';

describe('Leaving the product', () => {
  it('asks members without a password for their address', async () => {
    const own = buildOwnUser({ hasPassword: false });
    const responses = { 'DELETE /account': ok(null) };
    const { user: person, requests, store } = showSettings(own, '/Settings', responses);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const field = await screen.findByLabelText(/^Your email address/);
    const dialog = screen.getByRole('dialog', { name: 'Delete account' });
    const submit = within(dialog).getByRole('button', { name: 'Delete account' });
    await person.type(field, 'somebody@example.com');
    await person.click(submit);
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
    await person.clear(field);
    await person.type(field, own.email);
    await person.click(submit);
    await person.click(await screen.findByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(store.getState().auth).toMatchObject({ isLoggedIn: false, endedBy: 'logout' }));
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', body: { confirmation: own.email } });
  });

  it('leads to the landing page and forgets unsent work, even if the session’s end arrives first', async () => {
    const own = buildOwnUser();
    const response = deferred<FakeResponse>();
    const {
      user: person,
      store,
      requests,
    } = showSettings(own, '/Settings', {
      'DELETE /account': () => response.promise,
    });
    writeDraft(`message:${own._id}:somebody`, 'Hello');
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete account' }));
    await person.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'Lantern42light');
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    await person.click(await screen.findByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'DELETE' }));
    act(() => store.dispatch(endSession('expired')));
    response.resolve(ok(null));
    await waitFor(() => expect(store.getState().auth).toMatchObject({ isLoggedIn: false, endedBy: 'logout' }));
    expect(countUnsent(own._id).drafts).toBe(0);
  });

  it('asks members without a password to sign in again if that was a while ago', async () => {
    const own = buildOwnUser({ hasPassword: false });
    const responses = { 'DELETE /account': fail(403, 'Please confirm that it is you.', { reason: 'recent' }) };
    const { user: person, store } = showSettings(own, '/Settings', responses);
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    await person.type(await screen.findByLabelText(/^Your email address/), own.email);
    const dialog = screen.getByRole('dialog', { name: 'Delete account' });
    await person.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    await person.click(await screen.findByRole('button', { name: 'Delete permanently' }));
    expect(await screen.findByText(/^You have no password. Sign out, sign in again/)).toBeTruthy();
    expect(store.getState().auth).toMatchObject({ isLoggedIn: true });
  });

  it('says what has to be done first, to owners and to members who have sold something', async () => {
    const { user: person, unmount } = showSettings(buildOwnUser(), '/Settings');
    await person.click(await screen.findByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText(/your seats in webinars, which are not refunded/)).toBeTruthy();
    expect(screen.queryByText(/You are an owner|owed money/)).toBeNull();
    unmount();
    const own = buildOwnUser({ staffRole: 'owner', hasSold: true });
    const second = showSettings(own, '/Settings');
    await second.user.click(await screen.findByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText(/^You are an owner. If nobody else is/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Team' }).getAttribute('href')).toBe('/moderation/team');
    expect(screen.getByRole('link', { name: 'Earnings' }).getAttribute('href')).toBe('/me/earnings');
  });

  it('keeps the focus at the export when its Cancel button is gone', async () => {
    const response = deferred<FakeResponse>();
    const { user: person } = showSettings(buildOwnUser(), '/Settings', {
      'GET /account/export': () => response.promise,
    });
    await person.click(await screen.findByRole('button', { name: 'Export my data' }));
    screen.getByRole('button', { name: 'Cancel' }).focus();
    response.resolve(fail(503, 'Not now.'));
    expect(await screen.findByText('Not now.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Export my data'));
  });

  it('shows why an export is rejected', async () => {
    const { user: person } = showSettings(buildOwnUser(), '/Settings', {
      'GET /account/export': fail(409, 'An export of yours is already running.'),
    });
    await person.click(await screen.findByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText('An export of yours is already running.')).toBeTruthy();
  });
});
