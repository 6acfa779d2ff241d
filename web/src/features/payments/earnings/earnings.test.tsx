import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { reloadHosted } from '../seats/seat-changes.ts';
import { EarningsPage } from './pages/earnings-page.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

const earning = (number: number, changes = {}) => ({
  _id: idOf(number),
  status: 'completed',
  amount: 1000,
  currency: 'eur',
  paidAt: '2026-11-01T10:00:00.000Z',
  refundedAt: null,
  parent_id: idOf(900 + number),
  title: `Webinar ${number}`,
  payer: 'Gil Reis',
  share: 0,
  dispute: null,
  refundBlocked: false,
  refundReturned: false,
  sandbox: true,
  receipt: null,
  creditNote: null,
  ...changes,
});
const total = (changes = {}) => ({
  currency: 'eur',
  sandbox: true,
  shared: false,
  cameIn: 2000,
  givenBack: 500,
  paidOut: 0,
  owed: 1500,
  ...changes,
});
const paged = { page: 1, limit: 20, nextCursor: null };
const account = (changes = {}) =>
  ok({ mode: 'community', sharePercent: 0, state: 'none', payouts: false, sandbox: true, ...changes });
const nothing = {
  'GET /me/seller-account': account(),
  'GET /me/earnings': ok([], { ...paged, totals: [] }),
  'GET /me/payouts': ok([], paged),
};
const show = (handlers: Parameters<typeof serve>[0] = {}) => {
  const requests = serve({ ...nothing, ...handlers });
  return { ...renderAt('/me/earnings', () => <EarningsPage />), requests };
};

describe('The earnings', () => {
  it('show that there are none yet, and who the seller is', async () => {
    show();
    expect(await screen.findByText('No payments yet')).toBeTruthy();
    expect(await screen.findByText('Nothing has been paid out yet.')).toBeTruthy();
    expect(screen.getByText('The community sells your webinars and pays you.')).toBeTruthy();
  });

  it('show payments with their payers, shares, disputes, receipts and totals', async () => {
    const rows = [
      earning(1, { share: 150, receipt: 'R2-2026-000001' }),
      earning(2, { dispute: 'open', payer: null }),
      earning(3, { status: 'refunded', creditNote: 'R2-2026-000002' }),
      earning(4, { status: 'refunding', refundBlocked: true }),
      earning(5, { status: 'refunded', refundReturned: true }),
    ];
    show({ 'GET /me/earnings': ok(rows, { ...paged, totals: [total({ disputed: 1000 })] }) });
    const [shared, disputed, refunded, blocked, returned] = await screen.findAllByRole('listitem');
    expect(shared?.textContent).toContain('Gil Reis');
    expect(shared?.textContent).toContain('Community’s share: €1.50');
    expect(
      within(shared as HTMLElement)
        .getByRole('link', { name: /^Receipt/ })
        .getAttribute('href'),
    ).toBe('/me/receipts/R2-2026-000001');
    expect(disputed?.textContent).toContain('The seat is kept until it decides.');
    expect(disputed?.textContent).toContain('By a former member');
    expect(refunded?.textContent).toContain('Refunded');
    expect(within(refunded as HTMLElement).getByRole('link', { name: /^Credit note/ })).toBeTruthy();
    expect(blocked?.textContent).toContain('Please pay it back yourself.');
    expect(returned?.textContent).toContain('it has to be paid in another way');
    expect(screen.getByText('The community owes you').nextSibling?.textContent).toBe('€15.00');
    const note = screen.getByText('€10.00', { selector: 'p bdi' }).closest('p');
    expect(note?.textContent).toMatch(/^Disputed: €10\.00\./);
  });

  it.each([
    [false, 'Received'],
    [true, 'Received, after the community’s share'],
  ])('name the community’s share only if there was one: %s', async (shared, label) => {
    show({ 'GET /me/earnings': ok([earning(1)], { ...paged, totals: [total({ shared })] }) });
    expect((await screen.findByText('€20.00')).closest('dd')?.previousSibling?.textContent).toBe(label);
  });

  it('show what is deducted from the next payout, if more was paid out than came in', async () => {
    show({ 'GET /me/earnings': ok([earning(1)], { ...paged, totals: [total({ paidOut: 2000, owed: -500 })] }) });
    expect((await screen.findByText('Deducted from your next payout')).nextSibling?.textContent).toBe('€5.00');
  });

  it('add up to what is owed, if payments went to the host’s own account before', async () => {
    const mixed = total({ cameIn: 5000, paidOut: 1000, owed: 500 });
    show({ 'GET /me/earnings': ok([earning(1)], { ...paged, totals: [mixed] }) });
    expect((await screen.findByText('Paid to your own account')).nextSibling?.textContent).toBe('-€30.00');
    expect(screen.getByText('The community owes you').nextSibling?.textContent).toBe('€5.00');
    // In a text from right to left, the sign would be on the wrong side of an amount that is not isolated.
    expect(screen.getByText('-€30.00').tagName).toBe('BDI');
  });

  it('show what a lost dispute takes from the host’s own account if the community keeps its share', async () => {
    // €10 less a share of €1 came in, and the payer’s bank has taken €10 back.
    const lost = total({ cameIn: 900, givenBack: 1000, paidOut: 0, owed: 0, shared: true });
    show({ 'GET /me/earnings': ok([earning(1)], { ...paged, totals: [lost] }) });
    expect((await screen.findByText('Taken from your own account')).nextSibling?.textContent).toBe('€1.00');
    expect(screen.queryByText('Paid to your own account')).toBeNull();
    expect(screen.getByText('The community owes you').nextSibling?.textContent).toBe('€0.00');
  });

  it('show why the community has cancelled the record of a payout', async () => {
    const payout = {
      _id: idOf(7),
      amount: 1500,
      currency: 'eur',
      status: 'canceled',
      arrivesAt: '2026-11-02T10:00:00.000Z',
      createdAt: '2026-11-02T10:00:00.000Z',
      byCommunity: true,
      sandbox: false,
      canceledAt: '2026-11-03T10:00:00.000Z',
      cancelReason: 'Entered twice',
    };
    show({ 'GET /me/payouts': ok([payout], paged) });
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(screen.getByText('Entered twice')).toBeTruthy();
    expect(screen.queryByText(/At your bank/)).toBeNull();
  });

  it('show what stays, if the host is the seller now and everything was paid out', async () => {
    show({
      'GET /me/seller-account': account({ mode: 'host' }),
      'GET /me/earnings': ok([earning(1)], { ...paged, totals: [total({ paidOut: 1500, owed: 0 })] }),
    });
    expect((await screen.findByText('Stays with you')).nextSibling?.textContent).toBe('€15.00');
    expect(screen.queryByText('Paid out by the community')).toBeNull();
  });

  it('follow payments and refunds while the page is open', async () => {
    const rows = [earning(1)];
    show({ 'GET /me/earnings': () => ok([...rows], { ...paged, totals: [total({ cameIn: 1000 * rows.length })] }) });
    expect(await screen.findAllByRole('link', { name: /^Webinar/ })).toHaveLength(1);
    rows.unshift(earning(2));
    reloadHosted();
    expect(await screen.findByRole('link', { name: 'Webinar 2' })).toBeTruthy();
    expect(screen.getByText('€20.00')).toBeTruthy();
  });

  it('reload after a payout in the sandbox', async () => {
    const responses: FakeResponse[] = [
      ok([earning(1)], { ...paged, totals: [total()] }),
      ok([earning(1)], { ...paged, totals: [total({ paidOut: 1500, owed: 0 })] }),
    ];
    const payout = {
      _id: idOf(7),
      amount: 1500,
      currency: 'eur',
      status: 'paid',
      arrivesAt: null,
      createdAt: '2026-11-02T10:00:00.000Z',
      byCommunity: true,
      sandbox: true,
    };
    const { user, requests } = show({
      'GET /me/earnings': () => responses.shift() ?? 'unreachable',
      'POST /me/payouts/sandbox': ok(payout),
    });
    await user.click(await screen.findByRole('button', { name: 'Simulate a payout' }));
    // The rows stay shown during the reload.
    expect(screen.getByText('Webinar 1')).toBeTruthy();
    expect(await screen.findByText('Paid out by the community')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Simulate a payout' })).toBeNull();
    expect(requests.find(({ path }) => path === '/me/payouts/sandbox')?.body).toEqual({ currency: 'eur' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Totals' }));
  });

  it('focus the result of a dispute in the sandbox; if ending it fails, the focus stays', async () => {
    const ended = { ...paged, totals: [total()] };
    const disputes = `POST /payment/${idOf(1)}/sandboxDispute`;
    const { user } = show({
      'GET /me/earnings': ok([earning(1, { dispute: 'open' })], ended),
      [disputes]: fail(503, 'Not now.'),
    });
    const win = await screen.findByRole('button', { name: 'Sandbox: decide in your favour' });
    await user.click(win);
    await waitFor(() => expect(win.getAttribute('aria-busy')).toBeNull());
    expect(document.activeElement).toBe(win);
    const won = ok([earning(1, { dispute: 'won' })], ended);
    serve({ ...nothing, 'GET /me/earnings': won, [disputes]: ok({ _id: idOf(1) }) });
    await user.click(win);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The dispute ended in your favour.'));
    expect(win.isConnected).toBe(false);
  });

  it('show an error, and can be retried', async () => {
    const responses: FakeResponse[] = [fail(503, 'Not now.'), ok([earning(1)], { ...paged, totals: [] })];
    const { user } = show({ 'GET /me/earnings': () => responses.shift() ?? 'unreachable' });
    expect(await screen.findByText('Not now.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Webinar 1')).toBeTruthy();
  });
});

describe('A host’s account', () => {
  it.each([
    ['none', /Until you have one, offer free webinars/, 'Set up your account'],
    ['incomplete', /needs something else from you/, 'Continue at Stripe'],
    ['closed', /Nothing is lost/, 'Set up your account'],
  ])('shows the next step when it is %s', async (state, says, button) => {
    show({ 'GET /me/seller-account': account({ mode: 'host', state }) });
    expect(await screen.findByText(says)).toBeTruthy();
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
  });

  it('can be checked again', async () => {
    const { user } = show({
      'GET /me/seller-account': account({ mode: 'host', state: 'incomplete', sharePercent: 15 }),
      'POST /me/seller-account/refresh': account({ mode: 'host', state: 'ready', payouts: true }),
    });
    expect(await screen.findByText('The community keeps 15% of each payment, tax included.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Your account can take payments.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Go on/ })).toBeNull();
  });
});
