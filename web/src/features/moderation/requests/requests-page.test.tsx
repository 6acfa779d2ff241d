import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { setShortcuts } from '#lib/forms/shortcuts.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { RequestsPage } from '../pages/requests-page.tsx';
import { reloadRequests } from './request-changes.ts';

const request = (at: number) => ({
  user: buildPerson({ _id: idOf(at), firstName: `Asker${at}`, lastName: 'Lind' }),
  email: null,
  isUserVerified: true,
  country: 'Portugal',
  answer: `I make lamps ${at}.`,
  createdAt: '2026-03-01T20:00:00.000Z',
});
const three = [request(1), request(2), request(3)];
const DECISIONS = '/staff/requests/decisions';

function show(responses: Parameters<typeof serve>[0] = {}) {
  const requests = serve({
    'GET /staff/requests/count': ok({ count: 3 }),
    'GET /staff/requests': ok(three, { page: null, limit: 20, nextCursor: null }),
    ...responses,
  });
  const shown = renderAt('/moderation/requests', () => (
    <>
      <RequestsPage />
      <Toaster />
    </>
  ));
  const sent = () => requests.filter(({ path }) => path === DECISIONS).map(({ body }) => body);
  return { requests, sent, ...shown };
}

beforeEach(() => writeSession('abc', buildOwnUser({ staffRole: 'moderator' })));

describe('Requests to join', () => {
  it('show their number beside the link to them, and can be accepted together', async () => {
    const { user, sent } = show({ [`POST ${DECISIONS}`]: ok({ decided: [idOf(1), idOf(3)] }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Asker1 Lind' }));
    await user.click(screen.getByRole('checkbox', { name: 'Asker3 Lind' }));
    expect(screen.getByRole('link', { name: 'Requests 3 waiting' })).toBeTruthy();
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
    expect(sent()).toEqual([{ ids: [idOf(1), idOf(3)], action: 'accept', words: '' }]);
  });

  it('can be decided by keyboard, and refused with a text', async () => {
    const { user, sent } = show({ [`POST ${DECISIONS}`]: ok({ decided: [idOf(2)] }) });
    await screen.findByText('I make lamps 2.');
    await user.keyboard('jjr');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this request?' }));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('Please tell them why.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Message to them' }), 'We are few.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
    expect(sent()).toEqual([{ ids: [idOf(2)], action: 'refuse', words: 'We are few.' }]);
  });

  it('are decided one after another by keyboard, as the focus moves to the next one', async () => {
    const { user, sent } = show({ [`POST ${DECISIONS}`]: ok({ decided: [idOf(2)] }) });
    await screen.findByText('I make lamps 2.');
    await user.keyboard('jja');
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Asker3 Lind' }));
    expect(sent()).toMatchObject([{ ids: [idOf(2)], action: 'accept' }]);
  });

  it('are not decided by single keys, even within the list, while shortcuts are off', async () => {
    const { user, sent } = show({ [`POST ${DECISIONS}`]: ok({ decided: [idOf(1)] }) });
    const box = await screen.findByRole('checkbox', { name: 'Asker1 Lind' });
    act(() => setShortcuts(false));
    expect(screen.queryByText(/next and previous/)).toBeNull();
    box.focus();
    await user.keyboard('ja');
    act(() => setShortcuts(true));
    expect(document.activeElement).toBe(box);
    expect(sent()).toEqual([]);
  });

  it('leave the focus where it has moved before the decision was stored', async () => {
    const stored = deferred<FakeResponse>();
    const { user } = show({ [`POST ${DECISIONS}`]: () => stored.promise });
    await screen.findByText('I make lamps 2.');
    await user.keyboard('jja');
    const elsewhere = screen.getByRole('link', { name: /^Requests/ });
    elsewhere.focus();
    stored.resolve(ok({ decided: [idOf(2)] }));
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
    expect(document.activeElement).toBe(elsewhere);
  });

  it('leave the list with a notice when somebody else has decided them', async () => {
    const { user } = show({
      [`POST ${DECISIONS}`]: fail(409, 'Somebody else has already decided this, or the account no longer exists.'),
    });
    await screen.findByText('I make lamps 1.');
    await user.keyboard('ja');
    expect(await screen.findByText(/Somebody else has already decided this/)).toBeTruthy();
    expect(screen.queryByText('I make lamps 1.')).toBeNull();
  });

  it('follow new requests and the decisions of others, and keep what is selected and the focus', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Asker2 Lind' }));
    screen.getByRole('checkbox', { name: 'Asker1 Lind' }).focus();
    serve({
      'GET /staff/requests/count': ok({ count: 4 }),
      'GET /staff/requests': ok([three[1], three[2], request(4), request(5)], {
        page: null,
        limit: 20,
        nextCursor: null,
      }),
    });
    act(() => reloadRequests());
    expect(await screen.findByText('I make lamps 5.')).toBeTruthy();
    expect(screen.queryByText('I make lamps 1.')).toBeNull();
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Requests 4 waiting' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Asker2 Lind' })));
  });

  it('are selected as far as they are loaded, and at most as many as can be decided together', async () => {
    const many = Array.from({ length: 60 }, (_, at) => request(at + 1));
    const { user } = show({ 'GET /staff/requests': ok(many, { page: null, limit: 60, nextCursor: null }) });
    await user.click(await screen.findByRole('button', { name: 'Select the first 50' }));
    expect(screen.getByText('50 selected')).toBeTruthy();
  });

  it('can be refused while others are being accepted, one decision after the other', async () => {
    const stored = deferred<FakeResponse>();
    let waits = true;
    const { user, sent } = show({
      [`POST ${DECISIONS}`]: () => (waits ? stored.promise : ok({ decided: [idOf(2)] })),
    });
    await screen.findByText('I make lamps 2.');
    await user.keyboard('jajr');
    expect(screen.getByRole('button', { name: 'Accept' }).getAttribute('aria-busy')).toBe('true');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this request?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Message to them' }), 'We are few.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(sent()).toHaveLength(1);
    waits = false;
    stored.resolve(ok({ decided: [idOf(1)] }));
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
    expect(sent()).toMatchObject([
      { ids: [idOf(1)], action: 'accept' },
      { ids: [idOf(2)], action: 'refuse', words: 'We are few.' },
    ]);
  });

  it('do not look as if they were being accepted while one is being refused', async () => {
    const stored = deferred<FakeResponse>();
    const { user, sent } = show({ [`POST ${DECISIONS}`]: () => stored.promise });
    await user.click(await screen.findByRole('checkbox', { name: 'Asker2 Lind' }));
    await user.click(screen.getByRole('button', { name: 'Refuse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this request?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Message to them' }), 'We are few.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Accept', hidden: true }).getAttribute('aria-busy')).toBeNull();
    stored.resolve(ok({ decided: [idOf(2)] }));
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
  });

  it('are refused only after the password, if the last proof is old', async () => {
    let proven = false;
    const { user } = show({
      'POST /auth/confirm': () => {
        proven = true;
        return ok({ until: '2026-03-01T20:10:00.000Z' });
      },
      [`POST ${DECISIONS}`]: () =>
        proven ? ok({ decided: [idOf(2)] }) : fail(403, 'Please confirm that it is you.', { reason: 'recent' }),
    });
    await screen.findByText('I make lamps 2.');
    await user.keyboard('jjr');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this request?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Message to them' }), 'We are few.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    const question = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you.' }));
    await user.type(await question.findByLabelText(/Your password/), 'Lamplight2026');
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByText('I make lamps 2.')).toBeNull());
  });
});

it('An empty queue says that nobody is waiting', async () => {
  show({ 'GET /staff/requests': ok([], { page: null, limit: 20, nextCursor: null }) });
  expect(await screen.findByText('Nobody is waiting')).toBeTruthy();
});
