import type { Webinar } from '@afterhours/contract/constants/webinars';
import { seatMessages } from '@afterhours/contract/webinars/webinars';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { WebinarAccess } from '../components/webinar-access.tsx';

const SEAT = `/webinars/${idOf(100)}/seat`;
const startsAt = '2099-03-01T20:00:00.000Z';
const seat = (state: 'held' | 'paid' | 'free', heldUntil: string | null = null) => ({
  _id: idOf(5),
  state,
  heldUntil,
  moved: false,
  offered: false,
});

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9) })));

function show(webinar: Partial<Webinar>, link: string | null = null) {
  const onChange = vi.fn<() => void>();
  const post = buildPost({
    postType: 'webinar',
    title: 'Glazes',
    startsAt,
    link,
    webinar: buildWebinar({ startsAt, ...webinar }),
  });
  return { ...renderAt('/home', () => <WebinarAccess post={post} onChange={onChange} />), onChange };
}

it('A webinar shows its price, the seats left and the refund policy before anybody pays', async () => {
  show({ price: 2_550, currency: 'eur', capacity: 40, seatsLeft: 3, refundPolicy: 'full_until_24h' });
  expect(await screen.findByText('€25.50')).toBeTruthy();
  expect(screen.getByText('3 of 40 seats left')).toBeTruthy();
  expect(screen.getByText('Full refund until 24 hours before the start')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay €25.50 to join' })).toBeTruthy();
});

it('Whoever paid before the time was changed reads that the refund policy no longer binds them', async () => {
  show({ price: 2_550, refundPolicy: 'none', mySeat: { ...seat('paid'), moved: true } }, 'https://example.com');
  expect(await screen.findByText('Full refund until the start, because the time has changed')).toBeTruthy();
  expect(screen.queryByText('No refund')).toBeNull();
  expect(screen.getByRole('button', { name: 'Give up seat' })).toBeTruthy();
});

it('A webinar whose price excludes tax shows the total', async () => {
  show({ price: 1_000, currency: 'eur', addedTax: 19, total: 1_190 });
  expect(await screen.findByText('€11.90 including 19% tax (€1.90)')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay €11.90 to join' })).toBeTruthy();
});

it('A webinar whose price includes a tax says so', async () => {
  show({ price: 1_190, currency: 'eur', includesTax: true });
  expect(await screen.findByText('€11.90 incl. tax')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay €11.90 to join' })).toBeTruthy();
});

it('The payment dialog says which tax the price includes', async () => {
  const config = ok({ provider: 'sandbox', publishableKey: null, account: null, includedTax: 19 });
  serve({ 'GET /payment/config': config });
  const { user } = show({ price: 1_190, currency: 'eur' });
  await user.click(await screen.findByRole('button', { name: 'Pay €11.90 to join' }));
  const price = await screen.findByText(/including 19% tax/);
  expect(price.textContent).toMatch(/^€11\.90, once, including 19% tax \(€1\.90\)\./);
});

it('A full webinar offers the waiting list, or payment to a member for whom a seat is held', async () => {
  const { unmount } = show({ capacity: 2, seatsLeft: 0 });
  expect(await screen.findByText('All seats are taken')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /to join/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeTruthy();
  unmount();
  show({ capacity: 2, seatsLeft: 0, mySeat: seat('held', startsAt) });
  expect(await screen.findByText('$10.00')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay $10.00 to join' })).toBeTruthy();
  expect(screen.queryByText('All seats are taken')).toBeNull();
});

it('A free webinar is joined without a card, and a failure is shown', async () => {
  const requests = serve({ [`POST ${SEAT}`]: fail(409, seatMessages.full.message) });
  const { user, onChange } = show({ price: 0 });
  await user.click(screen.getByRole('button', { name: 'Join for free' }));
  await user.click(await screen.findByRole('button', { name: 'Take a seat' }));
  expect(await screen.findByText(seatMessages.full.message)).toBeTruthy();
  expect(requests).toHaveLength(1);
  expect(onChange).toHaveBeenCalledOnce();
});

it('After a seat is taken in the dialog, the focus is on Join, not on giving up the seat', async () => {
  serve({ [`POST ${SEAT}`]: ok(seat('free')) });
  function Joining() {
    const [mine, setMine] = useState<Webinar['mySeat']>(null);
    const webinar = buildWebinar({ startsAt, price: 0, mySeat: mine });
    const post = buildPost({ postType: 'webinar', title: 'Glazes', startsAt, webinar });
    return <WebinarAccess post={post} onChange={() => setMine(seat('free'))} />;
  }
  const { user } = renderAt('/home', () => <Joining />);
  await user.click(await screen.findByRole('button', { name: 'Join for free' }));
  await user.click(await screen.findByRole('button', { name: 'Take a seat' }));
  await screen.findByText('You have a seat. You can join now.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Give up seat' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Join' }));
});

it('Members who come too late for the last seat are not asked for their card', async () => {
  const message = 'All seats are taken. You have not been charged.';
  serve({
    [`POST ${SEAT}`]: fail(409, message),
    'GET /payment/config': ok({ provider: 'sandbox', publishableKey: null, account: null, includedTax: null }),
  });
  const { user } = show({ capacity: 1, seatsLeft: 1 });
  await user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
  const refusal = await screen.findByText(message);
  await waitFor(() => expect(document.activeElement?.contains(refusal)).toBe(true));
  expect(screen.queryByLabelText(/Card number/)).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Paying for one of a limited number of seats holds the seat first', async () => {
  const requests = serve({
    [`POST ${SEAT}`]: ok(seat('held', startsAt)),
    'GET /payment/config': ok({ provider: 'sandbox', publishableKey: null, account: null, includedTax: null }),
  });
  const { user, onChange } = show({ capacity: 2, seatsLeft: 1 });
  await user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
  await screen.findByLabelText(/Card number/);
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('A seat is given up after a confirmation, but not if nothing would be refunded', async () => {
  const requests = serve({ [`DELETE ${SEAT}`]: ok({ ...seat('free'), state: 'cancelled' }) });
  const { user, onChange, unmount } = show({ price: 0, mySeat: seat('free') }, 'https://example.com/live');
  await user.click(await screen.findByRole('button', { name: 'Give up seat' }));
  await user.click(screen.getAllByRole('button', { name: 'Give up seat' }).at(-1) ?? document.body);
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
  unmount();
  show({ mySeat: seat('paid'), refundPolicy: 'none' }, 'https://example.com/live');
  expect(await screen.findByText('You have a seat.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Give up seat' })).toBeNull();
});

it('A member joins the waiting list, sees their place, and declines an offered seat', async () => {
  const requests = serve({ [`POST /webinars/${idOf(100)}/waiting`]: ok({ _id: idOf(100), place: 3 }) });
  const { user, onChange, unmount } = show({ capacity: 2, seatsLeft: 0 });
  await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
  unmount();
  const second = show({ capacity: 2, seatsLeft: 0, myPlace: 3 });
  expect(await screen.findByText('You are number 3 on the waiting list.')).toBeTruthy();
  second.unmount();
  const left = serve({ [`DELETE /webinars/${idOf(100)}/waiting`]: ok({ _id: idOf(100) }) });
  const third = show({ capacity: 2, seatsLeft: 0, mySeat: { ...seat('held', startsAt), offered: true } });
  await third.user.click(await screen.findByRole('button', { name: 'I don’t need it' }));
  await waitFor(() => expect(left).toHaveLength(1));
});

it('A webinar that is over shows members that they had a seat', async () => {
  show({ state: 'over', mySeat: seat('free') }, 'https://example.com/live');
  expect(await screen.findByText('You had a seat.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'After the webinar' }).getAttribute('target')).toBeNull();
});

it('A seat in a moved webinar can be given up whatever the policy; a cancelled webinar cannot be joined', async () => {
  const moved = { ...seat('paid'), moved: true };
  const { unmount } = show({ mySeat: moved, refundPolicy: 'none' }, 'https://example.com/live');
  expect(await screen.findByRole('button', { name: 'Give up seat' })).toBeTruthy();
  unmount();
  show({ state: 'cancelled', seatsLeft: 3, capacity: 5 });
  expect(await screen.findByText('This webinar is cancelled.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
