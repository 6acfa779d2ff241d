import { HOUR_MS } from '@afterhours/contract/base/durations';
import type { OwnSeat } from '@afterhours/contract/webinars/lists';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { reloadSeats } from '#features/payments/seats/seat-changes.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { deferred, type FakeRequest, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { OwnSeatsPage } from '../pages/own-seats-page.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9) })));

const own = (number: number, changes: Partial<OwnSeat> = {}): OwnSeat => ({
  _id: idOf(number),
  title: `Evening ${number}`,
  host: buildPerson(),
  startsAt: '2099-03-01T20:00:00.000Z',
  endsAt: null,
  timeZone: null,
  state: 'upcoming',
  seat: { _id: idOf(50 + number), state: 'free', heldUntil: null, offered: false, moved: false },
  paid: null,
  place: null,
  mayLeave: true,
  recorded: false,
  cancelWords: null,
  ...changes,
});
const titles = () => screen.queryAllByRole('link', { name: /^Evening/ }).map(({ textContent }) => textContent);

/** Responds with two webinars a page. */
function paged(seats: () => OwnSeat[]) {
  return ({ search }: FakeRequest) => {
    const at = Number(search.get('cursor') ?? 0);
    const rest = seats().length > at + 2;
    return ok(seats().slice(at, at + 2), { nextCursor: rest ? String(at + 2) : null, page: 1, limit: 2 });
  };
}

it('Seats taken or given up in another tab appear and disappear, on all pages that are shown', async () => {
  let seats = [own(1), own(2), own(3)];
  const requests = serve({ 'GET /me/seats': paged(() => seats), 'GET /me/calendar': ok({ since: null }) });
  const { user } = renderAt('/me/seats', () => <OwnSeatsPage />);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toEqual(['Evening 1', 'Evening 2', 'Evening 3']));
  seats = [own(4), own(2, { seat: null, place: 3 }), own(3)];
  act(() => reloadSeats());
  await waitFor(() => expect(titles()).toEqual(['Evening 4', 'Evening 2', 'Evening 3']));
  expect(screen.getByText(/You are number 3 on the waiting list/)).toBeTruthy();
  expect(requests.filter(({ path }) => path === '/me/seats')).toHaveLength(4);
});

it('A cancelled webinar shows what its host wrote, and what becomes of the payment', async () => {
  const seat = { _id: idOf(51), state: 'refunded', heldUntil: null, offered: false, moved: false } as const;
  const cancelled = own(1, { state: 'cancelled', seat, mayLeave: false, cancelWords: 'My voice is gone.' });
  serve({ 'GET /me/seats': ok([cancelled], { nextCursor: null }), 'GET /me/calendar': ok({ since: null }) });
  renderAt('/me/seats', () => <OwnSeatsPage />);
  expect(await screen.findByText('My voice is gone.')).toBeTruthy();
  expect(screen.getByText(/Your payment was refunded/)).toBeTruthy();
});

it('A held seat links to the page where it is taken', async () => {
  const seat = {
    _id: idOf(51),
    state: 'held',
    heldUntil: '2099-02-01T20:00:00.000Z',
    offered: true,
    moved: false,
  } as const;
  serve({
    'GET /me/seats': ok([own(1, { seat })], { nextCursor: null, page: 1, limit: 30 }),
    'GET /me/calendar': ok({ since: null }),
  });
  renderAt('/me/seats', () => <OwnSeatsPage />);
  expect((await screen.findByRole('link', { name: 'Take the seat: Evening 1' })).getAttribute('href')).toBe(
    `/p/${idOf(1)}`,
  );
  expect(screen.queryByRole('link', { name: /^Join/ })).toBeNull();
});

it('Seats stay shown when reloading them fails', async () => {
  const responses = [paged(() => [own(1)]), () => fail(503, 'Not now.')];
  const requests = serve({
    'GET /me/seats': (call) => (responses.shift() ?? (() => fail(503, 'Not now.')))(call),
    'GET /me/calendar': ok({ since: null }),
  });
  renderAt('/me/seats', () => <OwnSeatsPage />);
  await waitFor(() => expect(titles()).toEqual(['Evening 1']));
  act(() => reloadSeats());
  await waitFor(() => expect(requests.filter(({ path }) => path === '/me/seats')).toHaveLength(2));
  expect(titles()).toEqual(['Evening 1']);
});

it('A seat shows more than its tab: the time left, that the webinar has started, or that it is recorded', async () => {
  const seats = [
    own(1),
    own(2, { startsAt: new Date(Date.now() + 3.5 * HOUR_MS).toISOString() }),
    own(3, { state: 'begun' }),
    own(4, { state: 'over', recorded: true }),
    own(5, { state: 'over' }),
    own(6, {
      seat: { _id: idOf(56), state: 'paid', heldUntil: null, offered: false, moved: false },
      paid: { amount: 1190, currency: 'eur' },
    }),
  ];
  serve({
    'GET /me/seats': ok(seats, { nextCursor: null, page: 1, limit: 30 }),
    'GET /me/calendar': ok({ since: null }),
  });
  renderAt('/me/seats', () => <OwnSeatsPage />);
  await waitFor(() => expect(titles()).toHaveLength(6));
  const labels = screen.getAllByText(/You ha(ve|d) a (paid )?seat/).map(({ textContent }) => textContent);
  expect(labels).toEqual([
    'You have a seat',
    expect.stringMatching(/^Starts in \d hours · You have a seat$/),
    'Has begun · You have a seat',
    'You had a seat',
    'You had a seat',
    'You have a paid seat · You paid €11.90',
  ]);
});

it('The calendar file of a seat shows that it is loading, and then why it cannot be loaded', async () => {
  const sent = deferred<FakeResponse>();
  serve({
    'GET /me/seats': ok([own(1)], { nextCursor: null }),
    'GET /me/calendar': ok({ since: null }),
    [`GET /post/${idOf(1)}/calendar.ics`]: () => sent.promise,
  });
  const { user } = renderAt('/me/seats', () => (
    <>
      <OwnSeatsPage />
      <Toaster />
    </>
  ));
  const button = await screen.findByRole('button', { name: /^Add to calendar/ });
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  sent.resolve(fail(503, 'The service is busy right now.'));
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  expect(button.getAttribute('aria-busy')).toBeNull();
});
