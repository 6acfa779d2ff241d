import type { JoinPage as Joining } from '@afterhours/contract/webinars/joining';
import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadHosted, reloadSeats } from '#features/payments/seats/seat-changes.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { buildManagedWebinar } from '#testing/build-webinars.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { JoinPage } from './pages/join-page.tsx';
import { ManagePage } from './pages/manage-page.tsx';
import { OwnSeatsPage } from './pages/own-seats-page.tsx';

const left = vi.hoisted(() => vi.fn<(href: string) => void>());
vi.mock('#lib/browser/leave-to.ts', () => ({ leaveTo: left }));

const id = idOf(100);
const LINK = 'https://example.com/live';
const joining = (fields: Partial<Joining> = {}): Joining => ({
  _id: id,
  title: 'Glazes',
  host: buildPerson(),
  isHost: false,
  state: 'upcoming',
  startsAt: '2099-03-01T20:00:00.000Z',
  endsAt: null,
  timeZone: 'Asia/Tokyo',
  opensAt: '2099-03-01T19:45:00.000Z',
  now: new Date().toISOString(),
  link: null,
  recording: null,
  cancelWords: null,
  ...fields,
});

beforeEach(() => {
  left.mockClear();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
});

const showJoin = () =>
  renderAt(`/w/${id}/join`, () => (
    <Routes>
      <Route path="/w/:id/join" element={<JoinPage />} />
    </Routes>
  ));

it('The join page redirects once the webinar is open, and also has a link', async () => {
  serve({ [`GET /webinars/${id}/join`]: ok(joining({ state: 'begun', link: LINK })) });
  showJoin();
  expect((await screen.findByRole('link', { name: 'Go to the webinar' })).getAttribute('href')).toBe(LINK);
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith(LINK));
});

it('The join page loads again when the webinar opens', async () => {
  const soon = new Date(Date.now() + 1_200).toISOString();
  const responses = [ok(joining({ opensAt: soon })), ok(joining({ state: 'upcoming', link: LINK }))];
  serve({ [`GET /webinars/${id}/join`]: () => responses.shift() ?? 'unreachable' });
  showJoin();
  await screen.findByRole('timer');
  expect(screen.getByText(/where the host is \(Asia\/Tokyo\)/)).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
  await waitFor(() => expect(left).toHaveBeenCalledWith(LINK));
});

it('The join page does not tell hosts what time it is where they are', async () => {
  serve({ [`GET /webinars/${id}/join`]: ok(joining({ isHost: true })) });
  showJoin();
  await screen.findByRole('timer');
  expect(screen.queryByText(/where the host is/)).toBeNull();
});

it('The join page shows a new time or a cancellation at once, and stays while the server is unreachable', async () => {
  const later = joining({ startsAt: '2099-04-02T20:00:00.000Z' });
  const responses: FakeResponse[] = [ok(joining()), 'unreachable', ok(later), ok(joining({ state: 'cancelled' }))];
  const requests = serve({ [`GET /webinars/${id}/join`]: () => responses.shift() ?? 'unreachable' });
  showJoin();
  const timer = await screen.findByRole('timer');
  reloadSeats();
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(timer.isConnected).toBe(true);
  reloadSeats();
  expect(await screen.findByText(/2 Apr 2099/)).toBeTruthy();
  reloadSeats();
  expect(await screen.findByRole('heading', { name: 'Cancelled webinar', level: 1 })).toBeTruthy();
});

it('The join page shows the recording afterwards, shows a cancellation, and requires a seat', async () => {
  serve({ [`GET /webinars/${id}/join`]: ok(joining({ state: 'over', recording: 'https://example.com/r' })) });
  const over = showJoin();
  expect((await screen.findByRole('link', { name: 'Watch the recording' })).getAttribute('href')).toContain('/r');
  expect(screen.getByRole('heading', { name: 'After the webinar', level: 1 })).toBeTruthy();
  over.unmount();
  serve({ [`GET /webinars/${id}/join`]: ok(joining({ state: 'cancelled', cancelWords: 'The kiln is cold.' })) });
  const cancelled = showJoin();
  expect(await screen.findByText('The kiln is cold.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Cancelled webinar', level: 1 })).toBeTruthy();
  cancelled.unmount();
  serve({ [`GET /webinars/${id}/join`]: fail(403, 'You have no seat in this webinar.') });
  showJoin();
  expect(await screen.findByText('You need a seat to see this page')).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

it('A member without seats is led to webinars, and creates a calendar URL that a failed reload leaves', async () => {
  const since = '2026-11-23T20:00:00.000Z';
  const states: FakeResponse[] = [ok({ since: null }), fail(503, 'Busy.'), ok({ since })];
  serve({
    'GET /me/seats': ok([], { nextCursor: null, page: 1, limit: 30 }),
    'GET /me/calendar': () => states.shift() ?? 'unreachable',
    'POST /me/calendar': ok({ url: 'https://example.com/api/calendar/secret.ics', since }),
  });
  const { user } = renderAt('/me/seats', () => <OwnSeatsPage />);
  expect((await screen.findByRole('link', { name: 'Find a webinar' })).getAttribute('href')).toBe('/webinars');
  await user.click(await screen.findByRole('button', { name: 'Create an address' }));
  expect(await screen.findByText('https://example.com/api/calendar/secret.ics')).toBeTruthy();
  expect(await screen.findByText('Busy.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Create a new address' })).toBeTruthy();
});

const nobody = ok([], { nextCursor: null, page: 1, limit: 20 });
const showManaged = () =>
  renderAt(`/webinars/${id}/manage`, () => (
    <Routes>
      <Route path="/webinars/:id/manage" element={<ManagePage />} />
    </Routes>
  ));

it('A member who is not the host, or finds no webinar, gets a link instead of a retry button', async () => {
  serve({ [`GET /webinars/${id}/manage`]: fail(403, 'Only the host of a webinar can do this.') });
  const other = showManaged();
  expect((await screen.findByRole('link', { name: 'To the post' })).getAttribute('href')).toBe(`/p/${id}`);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  other.unmount();
  serve({ [`GET /webinars/${id}/join`]: fail(404, 'This post is no longer available.') });
  showJoin();
  expect((await screen.findByRole('link', { name: 'See webinars' })).getAttribute('href')).toBe('/webinars');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('The host of a webinar reads about refunds before a change only if somebody has paid', async () => {
  const countRefunds = async (isPaid: boolean) => {
    serve({
      [`GET /webinars/${id}/manage`]: ok(buildManagedWebinar({ isPaid })),
      [`GET /webinars/${id}/seats`]: nobody,
    });
    const { user, unmount } = showManaged();
    const texts: string[] = [];
    for (const name of ['Change the time', 'Cancel the webinar']) {
      await user.click(await screen.findByRole('button', { name }));
      texts.push((await screen.findByRole('dialog')).textContent);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    unmount();
    return texts.filter((text) => text.includes('refund')).length;
  };
  expect(await countRefunds(false)).toBe(0);
  expect(await countRefunds(true)).toBe(2);
});

it('A webinar that was cancelled in another tab is shown as such when its time is changed here', async () => {
  const responses = [
    ok(buildManagedWebinar()),
    ok(buildManagedWebinar({ state: 'cancelled', cancelWords: 'The kiln is cold.' })),
  ];
  serve({
    [`GET /webinars/${id}/manage`]: () => responses.shift() ?? 'unreachable',
    [`GET /webinars/${id}/seats`]: nobody,
    [`PUT /webinars/${id}/schedule`]: fail(409, 'This webinar is cancelled.'),
  });
  const { user } = showManaged();
  await user.click(await screen.findByRole('button', { name: 'Change the time' }));
  await user.click(screen.getByRole('button', { name: 'Save the time' }));
  expect(await screen.findByText('The kiln is cold.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/seats? taken|Seats \(/)).toBeNull();
});

it('A changed start is not sent once the webinar has started', async () => {
  const begun = { state: 'begun' as const, startsAt: '2026-11-01T20:00:00.000Z' };
  const responses = [ok(buildManagedWebinar({ startsAt: '2026-11-01T20:00:00.000Z' })), ok(buildManagedWebinar(begun))];
  const changes = [fail(409, 'This webinar has begun.'), ok({ startsAt: begun.startsAt, endsAt: null })];
  const requests = serve({
    [`GET /webinars/${id}/manage`]: () => responses.shift() ?? ok(buildManagedWebinar(begun)),
    [`GET /webinars/${id}/seats`]: nobody,
    [`PUT /webinars/${id}/schedule`]: () => changes.shift() ?? 'unreachable',
  });
  const { user } = showManaged();
  await user.click(await screen.findByRole('button', { name: 'Change the time' }));
  fireEvent.change(screen.getByLabelText('Starts'), { target: { value: '2026-12-01T20:00' } });
  await user.click(screen.getByRole('button', { name: 'Save the time' }));
  expect(await screen.findByText('This webinar has begun.', { selector: '[role="alert"] *' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Starts')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save the time' }));
  await waitFor(() => expect(changes).toHaveLength(0));
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toEqual({ endsAt: null });
});

it('A webinar that is moved stays as long as it was, unless its end is changed, too', async () => {
  const times = { startsAt: '2026-12-01T20:00:00.000Z', endsAt: '2026-12-01T21:30:00.000Z' };
  serve({ [`GET /webinars/${id}/manage`]: ok(buildManagedWebinar(times)), [`GET /webinars/${id}/seats`]: nobody });
  const { user } = showManaged();
  await user.click(await screen.findByRole('button', { name: 'Change the time' }));
  const [start, end] = [screen.getByLabelText('Starts'), screen.getByLabelText<HTMLInputElement>('Ends')];
  const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  change(start, '2026-11-24T20:00');
  expect(end.value).toBe('2026-11-24T21:30');
  change(start, '');
  change(start, '2026-12-08T10:00');
  expect(end.value).toBe('2026-12-08T11:30');
  change(end, '2026-12-08T10:45');
  change(start, '2026-12-09T10:00');
  expect(end.value).toBe('2026-12-09T10:45');
  change(end, '2026-12-02T18:45');
  change(start, '2026-12-02T18:00');
  expect(end.value).toBe('2026-12-02T18:45');
});

it('The host sees at once that somebody has taken a seat', async () => {
  const seat = { _id: idOf(5), state: 'free', offered: false, lastOpenedAt: null };
  const member = buildPerson({ firstName: 'Ben', lastName: 'Lima' });
  let taken = 0;
  serve({
    [`GET /webinars/${id}/manage`]: () => ok(buildManagedWebinar({ seatsTaken: taken })),
    [`GET /webinars/${id}/seats`]: () => (taken === 0 ? nobody : ok([{ ...seat, member }], { nextCursor: null })),
  });
  showManaged();
  await screen.findByText('Nobody has a seat yet.');
  taken = 1;
  reloadHosted();
  expect(await screen.findByText('Ben Lima')).toBeTruthy();
  expect(await screen.findByRole('tab', { name: 'Seats (1)' })).toBeTruthy();
});

it('The host reads that a webinar could not be loaded again, and still sees what was loaded before', async () => {
  const responses: FakeResponse[] = [ok(buildManagedWebinar()), fail(503, 'Busy.')];
  serve({
    [`GET /webinars/${id}/manage`]: () => responses.shift() ?? ok(buildManagedWebinar({ seatsTaken: 3 })),
    [`GET /webinars/${id}/seats`]: nobody,
  });
  const { user } = showManaged();
  const move = await screen.findByRole('button', { name: 'Change the time' });
  reloadHosted();
  expect(await screen.findByText('Busy.')).toBeTruthy();
  expect(move.isConnected).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Seats (3)' })).toBeTruthy();
  expect(screen.queryByText('Busy.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Join page' }));
});

it('The host sees the positions on the waiting list', async () => {
  const waiting = (number: number, firstName: string) => ({
    _id: idOf(number),
    member: buildPerson({ _id: idOf(number), firstName, lastName: 'Lima' }),
    since: '2026-11-01T20:00:00.000Z',
  });
  serve({
    [`GET /webinars/${id}/manage`]: ok(buildManagedWebinar({ capacity: 1, seatsTaken: 1, waiting: 2 })),
    [`GET /webinars/${id}/seats`]: nobody,
    [`GET /webinars/${id}/waiting`]: ok([waiting(5, 'Ben'), waiting(6, 'Cleo')], {
      nextCursor: null,
      page: 1,
      limit: 20,
    }),
  });
  const { user } = showManaged();
  await user.click(await screen.findByRole('tab', { name: 'Waiting list (2)' }));
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => /(Ben|Cleo) Lima.*(Number \d)/.exec(textContent ?? '')?.slice(1))).toEqual([
    ['Ben', 'Number 1'],
    ['Cleo', 'Number 2'],
  ]);
});

it('A member who did not open the join page is shown so once the webinar is over', async () => {
  const seat = { _id: idOf(5), member: buildPerson(), state: 'free', offered: false, lastOpenedAt: null };
  const states: ManagedWebinar['state'][] = ['begun', 'over'];
  serve({
    [`GET /webinars/${id}/manage`]: () => ok(buildManagedWebinar({ state: states.shift() ?? 'over', seatsTaken: 1 })),
    [`GET /webinars/${id}/seats`]: ok([seat], { nextCursor: null, page: 1, limit: 20 }),
  });
  const begun = showManaged();
  expect(await screen.findByText('Has not opened the join page yet')).toBeTruthy();
  begun.unmount();
  showManaged();
  expect(await screen.findByText('Did not open the join page')).toBeTruthy();
});
